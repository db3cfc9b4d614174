import type { Clock } from "../api/clock";

const REMIND_WATCHER_MS = 5_000;
const REMIND_LOG_MS = 60_000;

/** Passes on a message when it is new, and again with the time that has passed: often to a terminal, seldom to a log. */
export function throttled(say: (message: string) => void, { clock, watched }: { clock: Clock; watched: boolean }) {
  const started = clock.now();
  const remindMs = watched ? REMIND_WATCHER_MS : REMIND_LOG_MS;
  let last: { message: string; at: number } | undefined;
  return (message: string): void => {
    const now = clock.now();
    const isNew = last?.message !== message;
    if (!isNew && last && now - last.at < remindMs) return;
    last = { message, at: now };
    const seconds = Math.round((now - started) / 1000);
    say(seconds > 0 ? `${message} (${seconds} s)` : message);
  };
}
