import { namesInPath } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { problemWithId } from "./fingerprint";
import { APPLIED, OPTIONS, isProvisional, optionsOf } from "./state";
import type { Applied, Recorded } from "./state";

/** The bridge notes in the inputs which of them it has added itself. Some of its resource types have no such note. */
export const BRIDGED_DEFAULTS = "__defaults";

/** Whether the outputs are in state, as opposed to those that a `.get` begins with. */
export function isInState(definition: Definition, state: Values): boolean {
  return state[APPLIED] !== undefined || isBridged(definition, state);
}

/** Whether the bridged provider has recorded the outputs: they contain the ID. */
function isBridged({ bridged }: Definition, state: Values): boolean {
  return bridged !== undefined && state[APPLIED] === undefined && typeof state.id === "string";
}

/**
 * The Pulumi ID. The bridged provider records that of a nested resource without those of its parents, which are among the outputs. An
 * update cannot change an ID, so a resource that has moved keeps it until a refresh.
 */
export function wholeId(definition: Definition, { id, state }: Recorded): string {
  const parents = namesInPath(definition.collection).map((name) => state[name]);
  const isBare =
    definition.bridged !== undefined && problemWithId(definition, id) !== undefined && !isProvisional({ id });
  return isBare && !parents.includes(undefined) ? [...parents, id].join("/") : id;
}

/**
 * A resource as this package records it. One that the bridged provider has recorded counts as imported without any input: the live
 * resource shows what it has, and what the API does not show stays as it is.
 */
export function asRecordedHere(definition: Definition, { id, state }: Recorded): Recorded {
  const ownId = wholeId(definition, { id, state });
  if (!isBridged(definition, state)) return { id: ownId, state };
  const parents = Object.fromEntries(namesInPath(definition.collection).map((name) => [name, state[name]]));
  const { secrets: _, ...options } = optionsOf(state);
  const applied: Applied = { args: Object.keys(parents), moved: true };
  return {
    id: ownId,
    state: { ...parents, [APPLIED]: applied, [OPTIONS]: { ...options, import: ownId } },
  };
}

/** The inputs of the last check, under their names here. Those that the bridged provider checked are those of an imported resource. */
export function asCheckedHere({ bridged, args }: Definition, olds: Values): Values {
  const renamed = bridged?.inputs ?? {};
  if (!bridged || ![BRIDGED_DEFAULTS, ...Object.keys(renamed)].some((name) => name in olds)) return olds;
  const known = Object.entries(olds).flatMap(([name, value]): [string, unknown][] => {
    const here = name in renamed ? renamed[name] : name;
    return here !== undefined && here in args ? [[here, value]] : [];
  });
  return { ...Object.fromEntries(known), [OPTIONS]: { import: bridged.type } };
}
