import { instanceClone } from "../../resources/instance-clone";
import type { InstanceCloneArgs as Plain, InstanceCloneState } from "../../resources/instance-clone";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { InstanceCloneState } from "../../resources/instance-clone";

/** Arguments of an `InstanceClone`. */
export type InstanceCloneArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * Clones an instance into another, existing one (Linode API v4, Linode Clone): once, and again when an argument changes. Its
 * create waits until the target is idle, for its turn if the source already has five clones under way, and then until both
 * are running or offline, for 120 minutes.
 *
 *     new compute.InstanceClone("copy", { instanceId: web.id, targetInstanceId: standby.id });
 *
 * Deleting the resource only forgets that it was done; it cannot be imported.
 */
export class InstanceClone extends resourceClass<InstanceClone, InstanceCloneArgs, InstanceCloneState>(instanceClone) {}
