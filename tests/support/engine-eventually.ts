import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 100;

/**
 * Polls until the result is truthy.
 * @throws after a timeout.
 */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = 120_000,
): Promise<T> {
  for (const deadline = Date.now() + deadlineMs; ; await pause(LOOK_EVERY_MS)) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${deadlineMs} ms`);
  }
}
