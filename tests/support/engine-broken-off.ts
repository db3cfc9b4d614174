import type { Ended, Running } from "./engine-cli";
import { eventually } from "./engine-eventually";

/** Seconds after which a command that was ended has to be over; the machine may be busy. */
export const SOON_SECONDS = 60;

interface BrokenOff {
  readonly broken: Ended;
  /** How long it went on after it was ended. */
  readonly seconds: number;
}

/** Ends a command once it is in the middle of something that would never be over by itself. */
export async function brokenOff(
  running: Running,
  [what, isUnderWay]: readonly [what: string, isUnderWay: () => boolean],
  end: (running: Running) => void,
): Promise<BrokenOff> {
  await eventually(what, isUnderWay);
  const endedAt = Date.now();
  end(running);
  return { broken: await running.ended, seconds: (Date.now() - endedAt) / 1000 };
}
