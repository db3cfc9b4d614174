const LOOK_EVERY_MS = 1_000;

/**
 * Counts the requests that the emulator at this URL receives.
 *
 * @returns undefined if there is no emulator at this URL
 */
export async function watchRequests(url) {
  const address = new URL("/_emulator/requests", url);
  const before = await read(address, Number.MAX_SAFE_INTEGER);
  if (before === undefined) return undefined;
  const statuses = new Map();
  let since = before.total;
  const look = async () => {
    const { log, total } = (await read(address, since)) ?? { log: [], total: since };
    for (const { n, status } of log) statuses.set(n, status);
    // A request without a response is checked again next time.
    const open = log.find(({ status }) => status === 0);
    since = open === undefined ? (log.at(-1)?.n ?? since) : open.n - 1;
    return total;
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      const total = (await look()) - before.total;
      return { total, refused: [...statuses.values()].filter((status) => status === 429).length };
    },
  };
}

async function read(address, since) {
  try {
    const answer = await fetch(new URL(`?since=${since}`, address));
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}
