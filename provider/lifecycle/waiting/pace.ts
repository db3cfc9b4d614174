import type { Timed } from "../context";

/** Pauses of a wait of unknown duration. They grow, because most waits are either short or long. */
const PAUSES_MS = [1000, 1000, 2000, 2000] as const;
const PAUSE_MS = 4000;
const LONG_WAIT_MS = 120_000;
const LONGEST_PAUSE_MS = 16_000;

/** Waits that are due poll on ticks of this length, so that one list serves all that started together. */
const DUE_PAUSE_MS = 1000;
/** Maximum pause before a wait is due, to notice an early failure. */
const LONGEST_UNSEEN_MS = 60_000;

/** Number of past waits to remember per key. */
const REMEMBERED = 15;
/** After a long pause, a wait may have ended earlier. It is recorded as slightly shorter, so that the estimate can shrink. */
const LONG_PAUSE_SHARE = 0.96;

/** Durations of the latest waits in this run, by key. */
const durationsByWait = () => new Map<string, readonly number[]>();

/** When a wait polls: after growing pauses, or, once waits with the same key have finished, around the time that those took. */
export interface Pace {
  /** Whether an earlier wait with this key had to pause, so that the first read can be skipped. */
  hasWaitedBefore(): boolean;
  /** Sleeps until the next poll is due. */
  pause(): Promise<void>;
  /** Records the duration of a successful wait. */
  end(): void;
}

export function createPace({ deadline, context: { clock, memory, signal } }: Timed, waitKey: string): Pace {
  const durations = memory.of(durationsByWait);
  const earlier = (): readonly number[] => durations.get(waitKey) ?? [];
  const startedMs = clock.now();
  let polls = 0;
  let lastPauseMs = 0;
  return {
    hasWaitedBefore: () => durations.has(waitKey),
    async pause() {
      durations.set(waitKey, earlier());
      const nowMs = clock.now();
      const usualMs = median(earlier());
      const ageMs = nowMs - startedMs;
      const pauseMs =
        usualMs === undefined
          ? pauseUntilTick(nowMs, growingPauseMs(polls, ageMs))
          : untilDue(usualMs, startedMs, nowMs);
      polls++;
      lastPauseMs = pauseMs;
      await clock.sleep(Math.min(pauseMs, Math.max(0, deadline.at - nowMs)), signal);
    },
    end() {
      const tookMs = (clock.now() - startedMs) * (lastPauseMs > PAUSE_MS ? LONG_PAUSE_SHARE : 1);
      durations.set(waitKey, [...earlier(), tookMs].slice(-REMEMBERED));
    },
  };
}

/** Pause before the next poll of a wait of this age, if none with its key has finished. */
export function growingPauseMs(polls: number, ageMs: number): number {
  return ageMs >= LONG_WAIT_MS ? LONGEST_PAUSE_MS : (PAUSES_MS[polls] ?? PAUSE_MS);
}

/** Pause until the tick at which such waits usually end. After that, pauses grow with the delay. */
function untilDue(usualMs: number, startedMs: number, nowMs: number): number {
  const ageMs = nowMs - startedMs;
  const dueMs = Math.round((startedMs + usualMs) / DUE_PAUSE_MS) * DUE_PAUSE_MS;
  if (nowMs < dueMs) return Math.min(dueMs - nowMs, pauseUntilTick(nowMs, LONGEST_UNSEEN_MS));
  const overdueMs = ageMs - usualMs;
  const pauseMs =
    overdueMs > LONG_WAIT_MS ? LONGEST_PAUSE_MS : Math.min(PAUSE_MS, Math.max(DUE_PAUSE_MS, overdueMs / 3));
  return pauseUntilTick(nowMs, pauseMs);
}

function median(all: readonly number[]): number | undefined {
  return Array.from(all).sort((one, other) => one - other)[Math.floor(all.length / 2)];
}

const TICKS_MS = [4000, 2000, 1000] as const;

/** Aligns polls to common ticks, so that their reads are coalesced. */
export function pauseUntilTick(nowMs: number, pauseMs: number): number {
  const tickMs = TICKS_MS.find((one) => one <= pauseMs) ?? pauseMs;
  const atMs = nowMs + pauseMs;
  return Math.max(atMs - (atMs % tickMs), nowMs + 1) - nowMs;
}
