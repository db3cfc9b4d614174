import type { Finding } from "../report";
import { grouped } from "../../plural";

/** Maximum number of findings to list per cause. */
const MAX_NAMED = 10;

/** Unchecked findings with the same cause. They share one reason, and those beyond the maximum are only counted. */
export interface Cause {
  /** Up to the maximum, without their reason. */
  readonly named: readonly Finding[];
  /** `and 990 more`; empty if all are listed. */
  readonly more: string;
  readonly reason: string | undefined;
  readonly total: number;
}

/** Groups the findings by cause, in the order of the first finding of each. */
export function causesOf(findings: readonly Finding[]): readonly Cause[] {
  const byCause = new Map<string, Finding[]>();
  for (const found of findings) byCause.set(causeOf(found), [...(byCause.get(causeOf(found)) ?? []), found]);
  return Array.from(byCause.values(), (alike) => {
    const named = alike.slice(0, MAX_NAMED).map(({ reason: _, ...rest }) => rest);
    const rest = alike.length - named.length;
    return {
      named,
      more: rest > 0 ? `and ${grouped(rest)} more` : "",
      reason: alike.at(-1)?.reason,
      total: alike.length,
    };
  });
}

/** The reason without the failed request, so that different requests can have the same cause. */
function causeOf({ reason = "" }: Finding): string {
  return reason
    .replace(/^Could not list .*? Cause: /, "")
    .replace(/^[A-Z]+ \S+ /, "")
    .replace(/\.$/, "");
}
