/** A clock that runs `scale` times as fast, like an emulator with --time-scale that was started at `sinceMs`. */
export function fastClock(scale, sinceMs = Date.now()) {
  return {
    now: () => performance.now() * scale,
    today: () => sinceMs + (Date.now() - sinceMs) * scale,
    sleep: (ms) => pause(ms / scale),
  };
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const numbers = (count) => Array.from({ length: count }, (_, index) => index);

/** Calls `work` with each item, `atOnce` at a time. */
export async function eachOf(items, atOnce, work) {
  const left = [...items];
  const worker = async () => {
    while (left.length > 0) await work(left.shift());
  };
  await Promise.all(numbers(atOnce).map(worker));
}

/** Collects the emulator's log, which only keeps the latest requests. */
export function watchLog(emulator) {
  const entries = [];
  let looking = Promise.resolve();
  let seen = 0;
  const look = async () => {
    const { log } = await emulator.control("GET", `/requests?since=${seen}`);
    const answered = log.findIndex(({ status }) => status === 0);
    const complete = answered < 0 ? log : log.slice(0, answered);
    entries.push(...complete);
    seen = complete.at(-1)?.n ?? seen;
  };
  const again = () => (looking = looking.then(look));
  const timer = setInterval(again, 500);
  return { entries, stop: () => clearInterval(timer), count: () => again().then(() => entries.length) };
}

export function isInstanceCreate({ method, path: target }) {
  return method === "POST" && target.endsWith("/instances");
}

/** Jain's fairness index: 1 if all are equal, 1/n if one has everything. */
export function jain(shares) {
  const sum = (all) => all.reduce((total, share) => total + share, 0);
  return sum(shares) ** 2 / (shares.length * sum(shares.map((share) => share ** 2)));
}

export const INSTANCE = {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: "correct-horse-1",
};
export const recordArgs = (domainId, name) => ({ domainId, type: "A", name, target: "192.0.2.1" });
export const zoneArgs = (domain) => ({ domain, type: "master", soaEmail: "admin@example.org" });
