import { isNotFound } from "../../api/errors";
import { namesInPath } from "../../definition/path";
import type { SetDefinition } from "../../definition/set";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/unknown";
import { listed } from "../state/wording";
import { optionsOf } from "../state/context";
import type { Context } from "../state/context";
import { needOf, readMembers } from "./observe";
import type { Live, Need } from "./observe";
import { wordsBeside } from "./members";
import type { Present } from "./members";

/**
 * What a create (`state` undefined) or an update will do to members that are not the set's: remove them, or take them over. Only
 * for this is the collection read at preview, and only where something is to be done.
 */
export async function foreseeSet(
  definition: SetDefinition,
  state: Values | undefined,
  args: Values,
  context: Context,
): Promise<readonly string[]> {
  const { set } = definition;
  const pathNames = namesInPath(definition.collection);
  const declared = args[set.members];
  const isExclusive = args[set.exclusive] === true;
  const isKnown = !hasUnknown([pathNames.map((name) => args[name]), args[set.exclusive], args[set.part]]);
  // An import changes nothing: it stops where something differs.
  if (state === undefined && optionsOf(args).import !== undefined) return [];
  if (!isKnown || !Array.isArray(declared) || (state !== undefined && !isExclusive)) return [];
  const known = declared.filter((member) => !hasUnknown(member));
  try {
    const told = { ...args, [set.members]: known };
    const live = await readMembers(definition, state ?? {}, told, context);
    const need = await needOf(definition, state ?? {}, told, live, context);
    return isExclusive
      ? removals(definition, live, need, {
          unknown: declared.length - known.length,
          inWords: wordsBeside(set, told, need.parent),
        })
      : takeovers(definition, live, need);
  } catch (error) {
    // Whatever is wrong, the operation itself says so; a preview is not to fail for it.
    if (isNotFound(error)) return [];
    const message = error instanceof Error ? error.message : String(error);
    return [`What this does to other ${set.members} cannot be told: ${message}`];
  }
}

function removals(
  { set }: SetDefinition,
  live: Live,
  { match }: Need,
  { unknown, inWords }: { unknown: number; inWords: (one: Present) => string },
): string[] {
  const free = new Set(live.free);
  const gone = [...match.surplus, ...match.pairs.map(([, present]) => present)].filter((one) => free.has(one));
  if (gone.length === 0) return [];
  const unless =
    unknown === 0 ? "" : `, unless it is just like one of the ${set.members} that are not known yet (${unknown})`;
  return [`With ${set.exclusive}, what is not declared is removed${unless}: ${listed(gone.map(inWords))}.`];
}

function takeovers({ set }: SetDefinition, live: Live, { same }: Need): string[] {
  const free = new Set(live.free);
  const taken = same.map(([, present]) => present).filter((one) => free.has(one));
  if (taken.length === 0) return [];
  return [
    `Some ${set.members} are there already just as declared (${taken.length}), and this set takes them over: ` +
      `${listed(taken.map(({ id }) => `id ${id}`))}. They change and go with it from then on; if another program manages one of ` +
      `them, take it out of ${set.members}.`,
  ];
}
