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
  noIdentity,
  sentOnly,
  settledInstance,
  triggers,
} from "./action-parts";
import { CLONING, ids, numbers } from "./instance-clone-parts";
import { idArgument } from "./id-argument";

/** Arguments of an `InstanceClone` (Linode API v4, Linode Clone). Changing any of them but `alreadyDone` runs it again, once. */
export interface InstanceCloneArgs {
  /** Id of the instance to clone, as a number or a string. */
  instanceId: number | string;
  /** Id of another, existing instance that gets the disks and configs, and the tags in addition to its own; it needs enough room for them. */
  targetInstanceId: number | string;
  /** Ids of disks to clone, in any order, in addition to those that the configs use; default none. */
  disks?: (number | string)[];
  /** Ids of the configs to clone with their disks, in any order; default all; `[]` means none. */
  configs?: (number | string)[];
  /** Any values; changing them clones again. Default none. */
  triggers?: unknown[];
  /**
   * Whether the service has carried it out already; default false. `true` records it as done and sends nothing: for a run
   * of which nothing shows whether it began. A change of this alone changes nothing; remove it afterwards.
   */
  alreadyDone?: boolean;
}

/** Outputs of an `InstanceClone`: its arguments. */
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

export const instanceClone = defineAction<InstanceCloneArgs, InstanceCloneState>({
  kind: "InstanceClone",
  noun: "clone into an instance",
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
  identity: noIdentity,
  deadlines: minutes(120),
  action: {
    doing: "clone the instance",
    lockKey: "/compute/instances/{targetInstanceId}",
    // Several clones of one source may run at once.
    before: [settledInstance("instanceId", [CLONING]), settledInstance("targetInstanceId")],
    queuesWhile: [CLONING],
    body: ({ targetInstanceId, disks, configs }) =>
      withoutUnset({ computeId: Number(targetInstanceId), disks: numbers(disks), configs: numbers(configs) }),
    evidence: instanceStatus("instanceId", CLONING),
    after: [settledInstance("instanceId"), settledInstance("targetInstanceId")],
    deleting: "forget",
  },
});

/** `targetInstanceId` must be a different instance from `instanceId`. */
function notToItself({ instanceId, targetInstanceId }: Partial<InstanceCloneArgs>): Failure[] {
  const isSame = instanceId !== undefined && canonicalObjectId(instanceId) === canonicalObjectId(targetInstanceId);
  return isSame ? [{ path: "targetInstanceId", reason: "must be a different instance from instanceId" }] : [];
}
