/** The approximate cost of a life on an idle machine with two cores. Quadratic, because the engine writes the whole state for each resource. */
const SEC_PER_LIFE = 14;
const SEC_PER_RESOURCE = 0.1;
const SEC_PER_PAIR = 0.0004;
/** Cheaper, because a zone's records are one resource. */
const SEC_PER_RECORD_OF_ZONE = 0.01;

/** A quick run does QUICK_ROUNDS rounds if they take at most this long; otherwise one. */
const QUICK_SEC = 300;
const QUICK_ROUNDS = 3;

/** About how many creates the engine runs in parallel. */
const PARALLEL = 8;

/** The emulator's rate limits. */
const CREATIONS_PER_WINDOW = 10;
const WINDOW_SEC = 30;
const REQUESTS_PER_MINUTE = 800;

/** The share of instances in each kind. */
const INSTANCES = { instances: 1, records: 0, mixed: 0.2, zone: 0 };

/**
 * The lives to measure, in order: by cell, by round, by contender. A contender that sends no requests is measured only in the first cell
 * of each kind and count.
 */
export function planLives(options, contenders) {
  const all = cellsOf(options);
  const isTooLong = (cell) => limitedSec(cell) > options.patienceMin * 60;
  const cells = all.filter((cell) => !isTooLong(cell));
  const rounds = options.rounds ?? quickRounds(options, contenders);
  const lives = cells.flatMap((cell) => {
    const isFirst = cell === cells.find(({ kind, count }) => kind === cell.kind && count === cell.count);
    const here = contenders.filter(
      ({ asksService, leavesOut = [] }) => (asksService || isFirst) && !leavesOut.includes(cell.kind),
    );
    return Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) =>
      here.map((contender) => ({ contender, cell, round })),
    );
  });
  return { lives, rounds, leftOut: all.filter(isTooLong) };
}

/** Every combination, in the order of the options. */
function cellsOf({ kinds, counts, latencies, limits }) {
  const conditions = limits.flatMap((limited) => latencies.map((latencyMs) => ({ latencyMs, limits: limited })));
  return kinds.flatMap((kind) =>
    counts.flatMap((count) => conditions.map((condition) => ({ kind, count, ...condition }))),
  );
}

/** How long rate limits alone delay a cell's creates. */
function limitedSec({ kind, count, limits }) {
  if (!limits) return 0;
  const [windows, windowSec] =
    kind === "zone"
      ? [count / REQUESTS_PER_MINUTE, 60]
      : [(count * INSTANCES[kind]) / CREATIONS_PER_WINDOW, WINDOW_SEC];
  return Math.max(0, Math.ceil(windows) - 1) * windowSec;
}

/** About how long all lives take. */
export function estimatedSec(lives, { bootSec }) {
  const seconds = lives.map(({ cell, contender }) => {
    const instances = Math.ceil(cell.count * INSTANCES[cell.kind]);
    const boots = contender.asksService ? Math.ceil(instances / PARALLEL) * bootSec : 0;
    const limited = contender.asksService ? limitedSec(cell) : 0;
    const declared =
      cell.kind === "zone"
        ? SEC_PER_RECORD_OF_ZONE * cell.count
        : SEC_PER_RESOURCE * cell.count + SEC_PER_PAIR * cell.count ** 2;
    return SEC_PER_LIFE + declared + Math.max(boots, limited);
  });
  return seconds.reduce((sum, one) => sum + one, 0);
}

function quickRounds(options, contenders) {
  const { lives } = planLives({ ...options, rounds: QUICK_ROUNDS }, contenders);
  return estimatedSec(lives, options) <= QUICK_SEC ? QUICK_ROUNDS : 1;
}
