import type { Context } from "../context";

/** The pause before each check. */
const DELAYS_MS = [500, 2000, 5000, 10_000] as const;

/** How long it checks: by then, the service should show what the request did. */
export const RECHECKED_MS = DELAYS_MS.reduce((sum, delayMs) => sum + delayMs, 0);

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
