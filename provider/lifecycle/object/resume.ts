import type { Values } from "../../definition/values";
import type { ObjectOperation } from "../context";
import { waitUntil } from "../waiting";
import { takeSteps } from "./apply";
import type { Progress } from "./apply";
import { strategyOf } from "../creation";

/**
 * Resumes what was interrupted.
 * @param leads whether to also bring the object to the status that its create was to reach
 */
export async function resume(operation: ObjectOperation, progress: Progress, managesStatus: boolean): Promise<void> {
  const { definition, args } = operation;
  const { status } = definition;
  if (!status) return;
  if (managesStatus) progress.live = await strategyOf(definition, args).settle(operation, progress.live);
  const created = status.created(args);
  const until = (live: Values): boolean => live.status === created || status.settled.includes(String(live.status));
  if (!until(progress.live))
    progress.live = await waitUntil(operation, { until, what: `"${created}"`, seen: progress.live });
  if (managesStatus && progress.live.status !== created)
    await takeSteps(operation, { steps: status.resume(args) }, progress);
}
