import { instanceClone } from "../../resources/instance-clone";
import type { InstanceCloneArgs as Plain, InstanceCloneState } from "../../resources/instance-clone";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { InstanceCloneState } from "../../resources/instance-clone";

/** Inputs of an `InstanceClone`. */
export type InstanceCloneArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * Clones an instance into another, existing instance (Linode API v4, Linode Clone), once, and again when an input changes. A create
 * waits until the target is idle, is queued if the source already has five clones in progress, and then waits until both instances
 * are running or offline, for up to 120 minutes.
 *
 *     new compute.InstanceClone("copy", { instanceId: web.id, targetInstanceId: standby.id });
 *
 * Deleting the resource only removes it from state. An `InstanceClone` cannot be imported.
 */
export class InstanceClone extends resourceClass<InstanceClone, InstanceCloneArgs, InstanceCloneState>(instanceClone) {}
