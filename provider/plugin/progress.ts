import type { Clock } from "../api/clock";

const REMIND_LOG_MS = 60_000;
/** Minimum pauses between messages of a counter, which changes faster than anyone can read; in a log, each message is a line. */
const COUNT_WATCHER_MS = 500;
const COUNT_LOG_MS = 15_000;

/**
 * Passes on new messages. In a log, it also repeats a message from time to time with the elapsed time, which a terminal shows by
 * itself. A message that differs from the last one only in numbers is a counter, and is passed on only from time to time.
 */
export function throttled(say: (message: string) => void, { clock, watched }: { clock: Clock; watched: boolean }) {
  const started = clock.now();
  const [remindMs, countMs] = watched ? [Infinity, COUNT_WATCHER_MS] : [REMIND_LOG_MS, COUNT_LOG_MS];
  let last: { message: string; at: number } | undefined;
  return (message: string): void => {
    const now = clock.now();
    if (last && now - last.at < pauseAfter(last.message, message)) return;
    last = { message, at: now };
    const seconds = Math.round((now - started) / 1000);
    say(seconds > 0 && !watched ? `${message} (${seconds} s)` : message);
  };

  function pauseAfter(before: string, message: string): number {
    if (message === before) return remindMs;
    return withoutNumbers(message) === withoutNumbers(before) ? countMs : 0;
  }
}

function withoutNumbers(message: string): string {
  return message.replace(/\d+(,\d{3})*/g, "");
}
