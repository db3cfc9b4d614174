import type { RunMemory, Timed } from "../context";

/** The pauses of a wait of which nothing is known; they grow, because most waits are either short or long. */
const PAUSES_MS = [1000, 1000, 2000, 2000] as const;
const PAUSE_MS = 4000;
const LONG_WAIT_MS = 120_000;
const LONGEST_PAUSE_MS = 16_000;

/** Looks at what is due are on ticks of this length: one list answers all that began together. */
const DUE_PAUSE_MS = 1000;
/** Something that fails long before it is due is noticed within this time. */
const LONGEST_UNSEEN_MS = 60_000;

/** The most waits with the same key that are remembered. */
const REMEMBERED = 15;
/** A wait that was over after a long pause may have been over before: it counts for a little less, so that quicker ones are noticed. */
const LONG_PAUSE_SHARE = 0.96;

/** How long the last waits took in this run, by their keys. */
const taken = new WeakMap<RunMemory, Map<string, number[]>>();

/** When a wait reads its object: after pauses that grow, or, once waits with the same key have ended, around the time that those took. */
export interface Pace {
  /** Whether a wait with this key has had to pause before, so that the first read can be skipped. */
  hasWaitedBefore(): boolean;
  /** Pauses until the next look is due. */
  pause(): Promise<void>;
  /** The wait has succeeded. */
  end(): void;
}

export function createPace({ deadline, context: { clock, memory, signal } }: Timed, waitKey: string): Pace {
  const durations = taken.get(memory) ?? new Map<string, number[]>();
  taken.set(memory, durations);
  const startedMs = clock.now();
  let looks = 0;
  let lastPauseMs = 0;
  return {
    hasWaitedBefore: () => durations.has(waitKey),
    async pause() {
      if (!durations.has(waitKey)) durations.set(waitKey, []);
      const nowMs = clock.now();
      const usualMs = median(durations.get(waitKey) ?? []);
      const ageMs = nowMs - startedMs;
      const pauseMs =
        usualMs === undefined ? untilTick(nowMs, growing(looks, ageMs)) : untilDue(usualMs, startedMs, nowMs);
      looks++;
      lastPauseMs = pauseMs;
      await clock.sleep(Math.min(pauseMs, Math.max(0, deadline.at - nowMs)), signal);
    },
    end() {
      const tookMs = (clock.now() - startedMs) * (lastPauseMs > PAUSE_MS ? LONG_PAUSE_SHARE : 1);
      durations.set(waitKey, [...(durations.get(waitKey) ?? []), tookMs].slice(-REMEMBERED));
    },
  };
}

/** How long a wait of this age pauses before its next look, if none with its key has ended. */
export function growing(looks: number, ageMs: number): number {
  return ageMs >= LONG_WAIT_MS ? LONGEST_PAUSE_MS : (PAUSES_MS[looks] ?? PAUSE_MS);
}

/** The pause until the tick at which such waits usually end; after that, pauses that grow with what it is overdue. */
function untilDue(usualMs: number, startedMs: number, nowMs: number): number {
  const ageMs = nowMs - startedMs;
  const dueMs = Math.round((startedMs + usualMs) / DUE_PAUSE_MS) * DUE_PAUSE_MS;
  if (nowMs < dueMs) return Math.min(dueMs - nowMs, untilTick(nowMs, LONGEST_UNSEEN_MS));
  const overdueMs = ageMs - usualMs;
  const pauseMs =
    overdueMs > LONG_WAIT_MS ? LONGEST_PAUSE_MS : Math.min(PAUSE_MS, Math.max(DUE_PAUSE_MS, overdueMs / 3));
  return untilTick(nowMs, pauseMs);
}

function median(all: readonly number[]): number | undefined {
  return Array.from(all).sort((one, other) => one - other)[Math.floor(all.length / 2)];
}

const TICKS_MS = [4000, 2000, 1000] as const;

/** All looks fall on the same ticks, so that their reads are coalesced. */
export function untilTick(nowMs: number, pauseMs: number): number {
  const tickMs = TICKS_MS.find((one) => one <= pauseMs) ?? pauseMs;
  const atMs = nowMs + pauseMs;
  return Math.max(atMs - (atMs % tickMs), nowMs + 1) - nowMs;
}
