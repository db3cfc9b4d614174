import type { Values } from "../../definition/values";
import type { RunMemory, Timed } from "../context";
import { nextLook, noteEnded } from "./expectation";
import type { Ended, Look } from "./expectation";
import { createRounds } from "./rounds";
import type { Rounds } from "./rounds";
import { pauseMs, untilTick } from "./schedule";

/** Something that fails long before it is due is noticed within this time. */
const LONGEST_UNSEEN_MS = 40_000;

/** Once this age has passed since the last answer, the next look may follow, whatever was due in the meantime. */
const MIN_POLL_GAP_MS = 250;

/** A wait that is so much younger than another of its sort, which is not over either, is polled as seldom. */
const FOLLOWER_LAG_MS = 10_000;

/** What a run has learnt of waits of one sort. */
interface Experience {
  readonly ended: Ended[];
  /** The greatest age at which one was not over. */
  longestMs: number;
  readonly rounds: Rounds;
}

const experiences = new WeakMap<RunMemory, Map<string, Experience>>();

/** What others may learn of an object on their own account: it calls back, and returns what ends that. */
export type OnListed = (onShown: (live: Values) => void) => () => void;

/** When one wait looks at its object. */
export interface Pace {
  /** Whether such a wait was not over as soon as it began. */
  isKnown(): boolean;
  /** Looks, and notes when. */
  look(read: () => Promise<void>): Promise<void>;
  /** Pauses until the next look is due, or until what a list shows of the object ends the wait: resolves to that. */
  pause(onListed: OnListed, endsWait: (live: Values) => boolean): Promise<Values | undefined>;
  /** The wait has succeeded. */
  end(): void;
  leave(): void;
}

export function createPace({ deadline, context: { clock, memory, signal } }: Timed, sort: string): Pace {
  const sorts = experiences.get(memory) ?? new Map<string, Experience>();
  experiences.set(memory, sorts);
  const self = {};
  const startedMs = clock.now();
  const ageMs = (): number => clock.now() - startedMs;
  let looks = 0;
  let askingMs = 0;
  let notYetMs = 0;
  let seenMs = 0;
  let planned: Look | undefined;

  /** The age at which the next look is due. */
  function dueMs({ ended, longestMs }: Experience, answeredMs: number): number {
    if (ended.length === 0) {
      const polls = longestMs > seenMs + FOLLOWER_LAG_MS ? Infinity : looks - 1;
      return seenMs + untilTick(startedMs + seenMs, pauseMs(polls, seenMs));
    }
    planned = nextLook(ended, notYetMs);
    return Math.min(Math.max(planned.atMs, answeredMs + MIN_POLL_GAP_MS), seenMs + LONGEST_UNSEEN_MS);
  }

  function sleep(ms: number, onListed: OnListed, endsWait: (live: Values) => boolean): Promise<Values | undefined> {
    let stop = (): void => undefined;
    const heard = new Promise<Values>((resolve) => {
      stop = onListed((live) => {
        if (endsWait(live)) return resolve(live);
        looks++;
        seenMs = ageMs();
      });
    });
    return Promise.race([clock.sleep(ms, signal).then(() => undefined), heard]).finally(stop);
  }

  return {
    isKnown: () => sorts.has(sort),
    look(read) {
      askingMs = ageMs();
      return read();
    },
    async pause(onListed, endsWait) {
      const experience = sorts.get(sort) ?? { ended: [], longestMs: 0, rounds: createRounds() };
      sorts.set(sort, experience);
      const { rounds, ended } = experience;
      looks++;
      notYetMs = askingMs;
      experience.longestMs = Math.max(experience.longestMs, notYetMs);
      const answeredMs = (seenMs = ageMs());
      for (;;) {
        const nowMs = clock.now();
        const dueAt = startedMs + dueMs(experience, answeredMs);
        rounds.plan(self, dueAt);
        const isDue = nowMs >= dueAt;
        const at = Math.min(isDue && ended.length > 0 ? rounds.nextMs(nowMs) : dueAt, deadline.at);
        const heard = at > nowMs ? await sleep(at - nowMs, onListed, endsWait) : undefined;
        if (heard || isDue || clock.now() >= deadline.at) {
          rounds.leave(self);
          return heard;
        }
      }
    },
    end() {
      const { ended } = sorts.get(sort) ?? { ended: [] };
      noteEnded(ended, { notYetMs, doneMs: ageMs() }, planned);
    },
    leave: () => sorts.get(sort)?.rounds.leave(self),
  };
}
