import { defineAction } from "../definition/definition";
import type { Failure } from "../definition/types";
import { withoutUnset } from "../definition/values";
import { canonicalObjectId } from "../normalise/object-id";
import { unordered } from "../normalise/unordered";
import {
  alreadyDone,
  idInActionPath,
  instanceStatus,
  minutes,
  sentOnly,
  settledInstance,
  triggers,
} from "./action-parts";
import { CLONING, ids, numbers } from "./instance-clone-parts";
import { idArgument } from "./id-argument";

/** Inputs of an `InstanceClone` (Linode API v4, Linode Clone). Changing any of them except `alreadyDone` runs it again, once. */
export interface InstanceCloneArgs {
  /** ID of the instance to clone, as a number or a string. */
  instanceId: number | string;
  /**
   * ID of another, existing instance that gets the disks and configs, and the tags in addition to its own; it must have enough space
   * for them.
   */
  targetInstanceId: number | string;
  /** IDs of disks to clone, in any order, in addition to those that the configs use; default none. */
  disks?: (number | string)[];
  /** IDs of the configs to clone with their disks, in any order; default all; `[]` means none. */
  configs?: (number | string)[];
  /** Any values; changing them clones again. Default none. */
  triggers?: unknown[];
  /**
   * Whether the action has already been done; default false. `true` records it as done without sending a request. Use it when an
   * update could not confirm whether the action began, and remove it afterwards. Changing only this input changes nothing.
   */
  alreadyDone?: boolean;
}

/** Outputs of an `InstanceClone`: its inputs. */
export interface InstanceCloneState {
  /** As given: a number or a string. */
  instanceId: number | string;
  /** As given: a number or a string. */
  targetInstanceId: number | string;
  /** As given. */
  disks: (number | string)[] | undefined;
  /** As given. */
  configs: (number | string)[] | undefined;
  /** As given. */
  triggers: unknown[] | undefined;
  /** As given. */
  alreadyDone: boolean | undefined;
}

const parts = { ...sentOnly, type: ids, compare: { by: unordered } } as const;

/**
 * Clones an instance into another, existing instance (Linode API v4, Linode Clone), once, and again when an input changes. A create
 * waits until the target is idle, is queued if the source already has five clones in progress, and then waits until both instances
 * are running or offline, for up to 120 minutes.
 *
 *     new compute.InstanceClone("copy", { instanceId: web.id, targetInstanceId: standby.id });
 *
 * Deleting the resource only removes it from state. An `InstanceClone` cannot be imported.
 */
export const instanceClone = defineAction<InstanceCloneArgs, InstanceCloneState>({
  kind: "InstanceClone",
  noun: "instance clone",
  describedIn: "Linode API v4, Linode Clone",
  collection: "/compute/instances/{instanceId}/clone",
  args: {
    instanceId: idInActionPath,
    targetInstanceId: {
      ...sentOnly,
      ...idArgument,
      required: true,
    },
    disks: parts,
    configs: parts,
    triggers,
    alreadyDone,
  },
  outputs: { from: {} },
  checks: { rules: [notToItself] },
  deadlines: minutes(120),
  action: {
    doing: "clone the instance",
    lockKey: "/compute/instances/{targetInstanceId}",
    // Several clones of one source can be in progress at once.
    before: [settledInstance("instanceId", [CLONING]), settledInstance("targetInstanceId")],
    body: ({ targetInstanceId, disks, configs }) =>
      withoutUnset({ computeId: Number(targetInstanceId), disks: numbers(disks), configs: numbers(configs) }),
    evidence: instanceStatus("instanceId", CLONING),
    after: [settledInstance("instanceId"), settledInstance("targetInstanceId")],
    deleting: "forget",
  },
});

/** `targetInstanceId` must be different from `instanceId`. */
function notToItself({ instanceId, targetInstanceId }: Partial<InstanceCloneArgs>): Failure[] {
  const isSame = instanceId !== undefined && canonicalObjectId(instanceId) === canonicalObjectId(targetInstanceId);
  return isSame ? [{ path: "targetInstanceId", reason: "must be different from instanceId" }] : [];
}
