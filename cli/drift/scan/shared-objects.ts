import { isAction } from "../../../provider/definition/definition";
import { handlersFor } from "../../../provider/lifecycle/handlers";
import { appliedOf } from "../../../provider/lifecycle/state";
import { kindOf } from "../../../provider/resources/registry";
import type { StackResource } from "../../state/stack-state";
import type { Placed } from "../../account/groups";

/** A warning if several Pulumi resources manage one cloud resource: each of them could modify or delete it. */
export function warningsOfSharing(placed: readonly Placed[]): readonly string[] {
  const holders = new Map<string, StackResource[]>();
  for (const { resource, url = "" } of placed.filter((one) => !one.resource.isLeaving)) {
    // The settings may have changed since.
    const { account } = appliedOf(resource.state);
    const id = account?.id ?? account?.url ?? url;
    for (const key of keysOf(resource)) {
      const place = `${id} ${key}`;
      holders.set(place, [...(holders.get(place) ?? []), resource]);
    }
  }
  const shared = [...holders.values()].filter(({ length }) => length > 1);
  const [first] = shared;
  if (!first) return [];
  const named = first.map(({ kind, name, stack }) => `${kind} ${name} of ${stack}`).join(" and ");
  const what = shared.length === 1 ? "A cloud resource is" : `${shared.length} cloud resources are`;
  return [
    `${what} managed by more than one Pulumi resource${shared.length === 1 ? ":" : ", for example by"} ${named}. Destroying either one ` +
      "deletes the cloud resource. Remove it from one stack's state with `pulumi state delete URN`, then from that stack's program.",
  ];
}

function keysOf(resource: StackResource): readonly string[] {
  const definition = kindOf(resource);
  const { id, state } = resource;
  // The ID of an action may be just its start time, so two actions with the same ID are still separate.
  if (!definition || isAction(definition)) return [];
  return [...new Set(handlersFor(definition).objectKeys({ id, state }))];
}
