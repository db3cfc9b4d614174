import type { Ended, Running } from "./engine-cli";
import { eventually } from "./engine-eventually";

/** Seconds within which an interrupted command must exit; the machine may be busy. */
export const SOON_SECONDS = 60;

interface BrokenOff {
  readonly broken: Ended;
  /** How long it ran after the interruption. */
  readonly seconds: number;
}

/** Interrupts a command during something that would never end by itself. */
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
