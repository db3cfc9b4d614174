import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { takeSteps } from "./apply";
import type { Progress } from "./apply";
import type { Context, Deadline } from "../state/context";
import { waitUntilCopied } from "./clone-source";
import { waitUntil } from "../waiting/waiter";

/** Waits for what was interrupted, and leads the object to the status that its create was to reach. */
export async function resume(
  definition: Definition,
  id: string,
  args: Values,
  { progress, deadline, leads }: { progress: Progress; deadline: Deadline; leads: boolean },
  context: Context,
): Promise<void> {
  const wait = definition.status;
  if (!wait) return;
  if (leads) progress.live = await waitUntilCopied(definition, id, { args, live: progress.live, deadline }, context);
  const created = wait.created(args);
  const until = (live: Values): boolean => live.status === created || wait.settled.includes(String(live.status));
  if (!until(progress.live)) {
    progress.live = await waitUntil(definition, id, { until, what: `"${created}"`, deadline }, context);
  }
  if (leads && progress.live.status !== created) {
    await takeSteps(definition, id, wait.resume(args), { progress, deadline }, context);
  }
}
