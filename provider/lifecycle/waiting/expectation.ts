/** What a wait has shown of how long its sort takes, by its age: when it was last seen not to be over, and when it was. */
export interface Ended {
  readonly notYetMs: number;
  readonly doneMs: number;
  /** It was not seen, but believed, because waits before it had not been over at that age. */
  readonly isBelieved?: boolean;
}

/** When to look next, by the age of the wait, and between which ages it will be over, as far as is known. */
export interface Look {
  readonly atMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Nothing that is remembered has seen the first of these ages. */
  readonly isBelieved: boolean;
}

/** So many waits are remembered: what takes another time from now on is soon all that is known. */
const REMEMBERED = 20;

/** Of this many waits, the quickest and the slowest say nothing about the others. */
const WAITS_FOR_EACH_OUTLIER = 10;

/** How exactly it is found out when waits end, where all may take the same time and where they do not. */
const ALIKE_MS = 250;
const DIFFERING_MS = 2500;

const LEAST_PAUSE_MS = 250;
/** The longest pause after the first such wait may have ended. */
const DUE_PAUSE_MS = 16_000;

/** Pauses when all such waits should have ended: a part of the time since then. */
const SHARE_OF_OVERDUE = 1 / 3;
const LEAST_OVERDUE_PAUSE_MS = 500;
const OVERDUE_PAUSE_MS = 4000;
const LONG_OVERDUE_MS = 120_000;

/**
 * What was believed but not seen is doubted more each time, and much more when a wait was over surprisingly early, so that
 * waits that become quicker are noticed: by this many times the time within which it was expected to be over.
 */
const DOUBT = 0.25;
const SURPRISE = 2;
const LEAST_DOUBTED_MS = 100;

/** Adds a wait that is over. `look` is the plan of its last look. */
export function noteEnded(ended: Ended[], { notYetMs, doneMs }: Ended, look: Look | undefined): void {
  const believedMs = look ? doubted(look, doneMs) : 0;
  if (notYetMs >= believedMs) ended.push({ notYetMs, doneMs });
  else {
    const earlier = ended.splice(0);
    ended.push(...(isSurprise(look, doneMs) ? earlier.map((one) => atMost(one, believedMs)) : earlier));
    ended.push({ notYetMs: believedMs, doneMs, isBelieved: true });
  }
  ended.splice(0, ended.length - REMEMBERED);
}

/** The age at which such waits are still believed not to be over. */
function doubted(look: Look, doneMs: number): number {
  const { fromMs, toMs } = look;
  if (doneMs <= fromMs) return 0;
  return fromMs - (isSurprise(look, doneMs) ? SURPRISE : DOUBT) * Math.max(toMs - fromMs, LEAST_DOUBTED_MS);
}

/** Whether the wait was over earlier than those before it. */
function isSurprise(look: Look | undefined, doneMs: number): boolean {
  return look !== undefined && look.isBelieved && doneMs < look.toMs;
}

function atMost(one: Ended, notYetMs: number): Ended {
  return one.notYetMs <= notYetMs ? one : { ...one, notYetMs, isBelieved: true };
}

/**
 * When to look next at an object that was last seen not to be done: at the next age at which such waits were seen to be
 * over; or between that and the last age at which they were not, if that is long before.
 */
export function nextLook(ended: readonly Ended[], seenMs: number): Look {
  const outliers = Math.floor(ended.length / WAITS_FOR_EACH_OUTLIER);
  const done = ascending(ended.map(({ doneMs }) => doneMs)).slice(outliers, ended.length - outliers);
  const notYet = ascending(ended.map(({ notYetMs }) => notYetMs));
  const [soonestMs = 0] = done;
  const toMs = done.find((ms) => ms >= seenMs + LEAST_PAUSE_MS);
  if (toMs === undefined) {
    const overdueMs = seenMs + overduePauseMs(done.at(-1) ?? 0, seenMs);
    return { atMs: overdueMs, fromMs: seenMs, toMs: overdueMs, isBelieved: false };
  }
  const areAlike = (notYet.at(-1 - outliers) ?? 0) < soonestMs;
  const knownMs = Math.max(0, ...notYet.filter((ms) => ms < toMs));
  const fromMs = Math.max(seenMs, knownMs);
  // One look is enough to know better.
  const exactlyMs = areAlike && knownMs > seenMs ? ALIKE_MS : DIFFERING_MS;
  const atMs = toMs - fromMs > exactlyMs ? (fromMs + toMs) / 2 : toMs;
  const latestMs = seenMs < soonestMs ? atMs : seenMs + DUE_PAUSE_MS;
  const isSeen = fromMs === seenMs || ended.some(({ notYetMs, isBelieved }) => notYetMs === fromMs && !isBelieved);
  return { atMs: Math.min(atMs, latestMs), fromMs, toMs, isBelieved: !isSeen };
}

function overduePauseMs(dueMs: number, seenMs: number): number {
  const longestMs = seenMs < LONG_OVERDUE_MS ? OVERDUE_PAUSE_MS : DUE_PAUSE_MS;
  return Math.min(longestMs, Math.max(LEAST_OVERDUE_PAUSE_MS, (seenMs - dueMs) * SHARE_OF_OVERDUE));
}

function ascending(numbers: readonly number[]): number[] {
  return Array.from(numbers).sort((one, other) => one - other);
}
