import type { Context } from "../context";

/** The pause before each check. */
const DELAYS_MS = [500, 2000, 5000, 10_000] as const;

/**
 * Checks repeatedly for what a request without a clear answer did, because a service may show it late. Ctrl-C does not
 * end this: an object that was made must be found.
 */
export async function recheck<T>({ clock }: Context, check: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const delayMs of DELAYS_MS) {
    await clock.sleep(delayMs);
    const found = await check();
    if (found !== undefined) return found;
  }
  return undefined;
}
