import type { Finding } from "../report";
import { grouped } from "./words";

/** How many findings of one cause are named. */
const MOST_NAMED = 10;

/** Findings that could not be checked for one cause: the reason is said once, and of many the rest is counted. */
export interface Cause {
  /** Without their reason. */
  readonly named: readonly Finding[];
  /** `and 990 more`; empty where all are named. */
  readonly more: string;
  readonly reason: string | undefined;
  readonly total: number;
}

/** The findings by what stood in the way, in the order of the first of each. */
export function causesOf(findings: readonly Finding[]): readonly Cause[] {
  const byCause = new Map<string, Finding[]>();
  for (const found of findings) byCause.set(causeOf(found), [...(byCause.get(causeOf(found)) ?? []), found]);
  return Array.from(byCause.values(), (alike) => {
    const named = alike.slice(0, MOST_NAMED).map(({ reason: _, ...rest }) => rest);
    const rest = alike.length - named.length;
    return {
      named,
      more: rest > 0 ? `and ${grouped(rest)} more` : "",
      reason: alike.at(-1)?.reason,
      total: alike.length,
    };
  });
}

/** Several requests that failed for one cause differ in what was asked for. */
function causeOf({ reason = "" }: Finding): string {
  return reason
    .replace(/^Could not list .*? Cause: /, "")
    .replace(/^[A-Z]+ \S+ /, "")
    .replace(/\.$/, "");
}
