import type { HasStatus, Step } from "../definition/step";
import { described } from "../definition/types";
import { withoutUnset } from "../definition/values";
import { canonicalObjectId } from "../normalise/object-id";
import type { InstanceArgs } from "./instance-args";
import { trimmedKeys } from "./instance-rules";

/** Whether a change of the image, or of what is deployed with it, replaces the instance. */
export const unlessRebuilt = described(
  "in place with `rebuildOnImageChange`",
  ({ rebuildOnImageChange, image, backupId, cloneFrom }: Partial<InstanceArgs>): boolean =>
    rebuildOnImageChange !== true || image === undefined || (backupId ?? cloneFrom) !== undefined,
);

/** Deploys the image again. An instance that is off stays off, unless it should run. */
export function rebuild(args: Partial<InstanceArgs>, live: HasStatus): Step[] {
  const { image, rootPass, stackscriptId, stackscriptData, authorizedKeys, authorizedUsers } = args;
  const booted = args.booted ?? live.status !== "offline";
  const body = withoutUnset({
    image,
    rootPass,
    stackscriptId: stackscriptId === undefined ? undefined : canonicalObjectId(stackscriptId),
    stackscriptData,
    authorizedKeys: trimmedKeys(authorizedKeys),
    authorizedUsers,
    booted,
  });
  return [{ action: "rebuild", body, until: booted ? "running" : "offline" }];
}
