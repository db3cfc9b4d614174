import type { AccountEvent } from "./copies";
import type { Span } from "./report";

/** What the documents say about how long something takes (Linode API v4, Managed Databases). */
const DOCUMENTED: Readonly<Record<string, Span>> = { database_create: { leastSec: 15 * 60, mostSec: 30 * 60 } };

/** Events of something that takes no time, or that nobody waits for. */
const INSTANT =
  /_update$|_updated$|^domain_|^image_(update|delete)$|^backups_|^tag_|^profile_|^database_(update|delete|credentials_reset|backup_delete)$/;

/** How long the account's own events show that an action takes. */
export type Durations = (action: string) => Span | undefined;

/** The middle half of the durations of each action; a single one, if there are few. */
export function durationsIn(history: readonly AccountEvent[]): Durations {
  const byAction = new Map<string, number[]>();
  for (const { action, status, duration } of history) {
    if (status !== "finished" || duration === null) continue;
    byAction.set(action, [...(byAction.get(action) ?? []), duration]);
  }
  return (action) => {
    const known = byAction.get(action)?.sort((a, b) => a - b);
    if (!known) return INSTANT.test(action) ? NO_TIME : DOCUMENTED[action];
    const at = (share: number): number => known[Math.round((known.length - 1) * share)] ?? 0;
    return { leastSec: at(0.25), mostSec: at(0.75) };
  };
}

export const NO_TIME: Span = { leastSec: 0, mostSec: 0 };

export function sumOf(spans: readonly Span[]): Span {
  return spans.reduce(
    (sum, { leastSec, mostSec }) => ({ leastSec: sum.leastSec + leastSec, mostSec: sum.mostSec + mostSec }),
    NO_TIME,
  );
}

/** A step of the update, and those that must have ended before it begins. */
export interface Timed {
  readonly key: string;
  readonly span: Span;
  readonly after: readonly string[];
}

/** How long steps take that run at the same time where nothing forbids it: the longest chain. */
export function longestChain(steps: readonly Timed[]): Span {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const ends = new Map<string, Span>();
  const endOf = (key: string): Span => {
    const known = ends.get(key);
    if (known) return known;
    const step = byKey.get(key);
    // Dependencies cannot be cyclic; a step that is not part of the update takes no time.
    const before = step ? longest(step.after.map(endOf)) : NO_TIME;
    const end = sumOf([before, step?.span ?? NO_TIME]);
    ends.set(key, end);
    return end;
  };
  return longest(steps.map(({ key }) => endOf(key)));
}

function longest(spans: readonly Span[]): Span {
  return {
    leastSec: Math.max(0, ...spans.map(({ leastSec }) => leastSec)),
    mostSec: Math.max(0, ...spans.map(({ mostSec }) => mostSec)),
  };
}
