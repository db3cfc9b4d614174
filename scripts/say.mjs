/** One line for the person at the terminal. Never on stdout, which belongs to what the command was asked to print. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Says `line` once a minute while `work` lasts, so that a long silence is not taken for a hang. */
export async function sayEveryMinute(line, work) {
  const started = Date.now();
  const timer = setInterval(() => say(`${line} (${Math.round((Date.now() - started) / 60_000)} min so far)`), 60_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
