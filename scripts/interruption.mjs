import { constants } from "node:os";

/** Thrown in place of a result when Ctrl-C or a termination signal came in, so that every `finally` gets its turn. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
    this.exitCode = 128 + constants.signals[signal];
  }
}

const children = new Set();
let received;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => interrupt(signal));

// npm passes a termination signal on to the shell between it and us, and that shell ends without telling us.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    interrupt("SIGTERM");
  }, 500);
  watch.unref();
}

function interrupt(signal) {
  received ??= signal;
  // A terminal delivers Ctrl-C to the whole foreground group: passing it on again would count as a second Ctrl-C, on which
  // Pulumi gives up without recording what it was doing.
  if (signal === "SIGINT" && process.stdin.isTTY) return;
  // Pulumi knows no hangup: it would end at once and leave its plugins running.
  for (const child of children) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
}

export function throwIfInterrupted() {
  if (received) throw new Interrupted(received);
}

/** From now until it ends, the child is told of every signal that reaches this process. */
export function passSignalsTo(child) {
  children.add(child);
  child.once("close", () => children.delete(child));
}
