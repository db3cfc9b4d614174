import { isNotFound } from "../../api/errors";
import { namesInPath } from "../../definition/path";
import type { SetDefinition, SetRule } from "../../definition/set";
import { hasUnknown } from "../../definition/unknown";
import type { Values } from "../../definition/values";
import { optionsOf } from "../state";
import { listed, messageOf } from "../wording";
import type { Asked } from "../context";
import { takenOver, describer } from "../members";
import type { Need, Present } from "../members";
import { observe } from "./observe";

/**
 * Says what a create (`state` undefined) or an update will do to members outside the set: remove them, or adopt them.
 * The only reason to read the collection at preview, and only if there is something to do.
 */
export async function previewSet(asked: Asked<SetDefinition>, state: Values | undefined): Promise<readonly string[]> {
  const { definition, args } = asked;
  const { set } = definition;
  const pathNames = namesInPath(definition.collection);
  const declared = args[set.members];
  const isExclusive = args[set.exclusive] === true;
  const isKnown = !hasUnknown([pathNames.map((name) => args[name]), args[set.exclusive], args[set.part]]);
  // An import changes nothing: it fails if something differs.
  if (state === undefined && optionsOf(args).import !== undefined) return [];
  if (!isKnown || !Array.isArray(declared) || (state !== undefined && !isExclusive)) return [];
  const known = declared.filter((member) => !hasUnknown(member));
  const knownArgs = { ...args, [set.members]: known };
  try {
    const need = await observe({ ...asked, args: knownArgs }, state ?? {});
    if (!isExclusive) return takeovers(set, need);
    const removed = removedFrom(need).map(describer(set, knownArgs, need.parent));
    return removals(set, removed, declared.length - known.length);
  } catch (error) {
    // The operation itself will report whatever is wrong; a preview does not fail for it.
    if (isNotFound(error)) return [];
    return [`What this does to other ${set.members} could not be determined: ${messageOf(error)}`];
  }
}

function removedFrom({ live, match }: Need): Present[] {
  const free = new Set(live.free);
  return [...match.surplus, ...match.pairs.map(([, present]) => present)].filter((one) => free.has(one));
}

/** @param unknown the number of members that are still unknown */
function removals(set: SetRule, removed: readonly string[], unknown: number): string[] {
  if (removed.length === 0) return [];
  const unless =
    unknown === 0 ? "" : `, unless it is just like one of the ${set.members} that are not known yet (${unknown})`;
  return [`With ${set.exclusive}, what is not declared is removed${unless}: ${listed(removed)}.`];
}

function takeovers(set: SetRule, need: Need): string[] {
  const taken = takenOver(need);
  if (taken.length === 0) return [];
  return [
    `Some ${set.members} are there already, exactly as declared (${taken.length}), and this set takes them over: ` +
      `${listed(taken.map(({ id }) => `id ${id}`))}. From then on they change and are deleted with it; if another program ` +
      `manages one of them, remove it from ${set.members}.`,
  ];
}
