import { STATES } from "./report";
import type { Finding, FindingState, Report, Summary } from "./report";
import type { Scan } from "./scan/scan";

/** States that `--fail-on` accepts. `unchecked` is not among them, because it makes the scan incomplete. */
export type FailingState = Exclude<FindingState, "unchecked">;

export const FAILING_STATES = STATES.filter((state): state is FailingState => state !== "unchecked");

export function outcomeOf(findings: readonly Finding[], failOn: readonly FailingState[]): Report["outcome"] {
  const counting = findings.filter(({ suppressed }) => !suppressed);
  if (counting.some(({ state, byChoice }) => state === "unchecked" && !byChoice)) return "incomplete";
  return counting.some(({ state }) => failOn.some((one) => one === state)) ? "drift" : "inSync";
}

export function summaryOf(
  findings: readonly Finding[],
  resources: number,
  { inSync, objects, requests }: Scan,
): Summary {
  const counting = findings.filter(({ suppressed }) => !suppressed);
  const count = (state: FindingState): number => counting.filter((found) => found.state === state).length;
  const unchecked = new Set(
    findings.flatMap(({ state, resource }) => (state === "unchecked" && resource ? [resource.urn] : [])),
  );
  const unmanaged = findings.filter(({ state }) => state === "unmanaged").length;
  return {
    resources,
    inSync: inSync.length,
    modified: count("modified"),
    deleted: count("deleted"),
    unhealthy: count("unhealthy"),
    unmanaged: count("unmanaged"),
    unchecked: count("unchecked"),
    suppressed: findings.length - counting.length,
    checkedPercent: percent(resources - unchecked.size, resources),
    ...(objects === undefined ? {} : { coveragePercent: percent(objects - unmanaged, objects) }),
    requests,
  };
}

/** With one decimal, rounded down, so that 100 means all. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
}
