import { costsOf } from "../cost/costs";
import { reportOf } from "../cost/report";
import type { CostReport } from "../cost/report";
import type { PlannedResource } from "../state/preview";
import type { StackState } from "../state/stack-state";
import { packageVersion } from "../version";

/** What a stack costs before an update and after it, as far as the update came. */
export async function costOfUpdate(before: StackState, after: StackState, signal: AbortSignal): Promise<CostReport> {
  const old = new Map(before.resources.map((one) => [one.urn, one]));
  const now = new Map(after.resources.filter(({ isLeaving }) => !isLeaving).map((one) => [one.urn, one]));
  const planned = [...new Set([...old.keys(), ...now.keys()])].map((urn): PlannedResource => {
    const [was, is] = [old.get(urn), now.get(urn)];
    const action = !was ? "create" : !is ? "delete" : was.id === is.id ? "update" : "replace";
    return { action, ...(was ? { before: was } : {}), ...(is ? { after: is } : {}), isRetained: false };
  });
  const costs = await costsOf(planned, { environment: process.env, signal, defaultProvider: before.configured });
  const tool = { name: "pulumi-compute", version: packageVersion() };
  return reportOf(costs, {
    tool,
    stack: before.stack,
    of: "preview",
    budget: undefined,
    allowsUnpriced: true,
    omitted: 0,
  });
}
