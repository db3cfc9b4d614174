import type { Context } from "./context";

/** How a call of this context waits for what it reads, and whom it tells. */
export function readingIn(context: Context) {
  const { troubleMs } = context;
  return { troubleMs, tell: (message: string): void => context.progress(message) };
}
