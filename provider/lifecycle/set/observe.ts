import { CloudError, NotFoundError } from "../../api/errors";
import type { SetDefinition } from "../../definition/set";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { incomplete, refuseStrange } from "../state/answers";
import { claimantOf } from "./rivals";
import { optionsOf } from "../state/context";
import type { Context } from "../state/context";
import { fewAtATime } from "../waiting/concurrency";
import { memoryKey, parentObject } from "../ownership/identity";
import { collectionPath, idOf, isOwnId } from "../state/ids";
import { holderOf } from "../state/run-memory";
import { memberFailures } from "./check";
import { declaredIn, presentOf } from "./members";
import type { Declared, Present } from "./members";
import { alikeOf, sameOf } from "./plan";
import type { Match, Pair } from "./plan";
import { memberSpelling, ownIds, parentOf } from "./state";

/** The live members of the collection: the set's own, others that nobody of the program has, and those that somebody has. */
export interface Live {
  readonly own: readonly Present[];
  readonly free: readonly Present[];
  readonly held: readonly Present[];
}

/** What there is to do for a set to be as declared. */
export interface Need {
  /** Just as declared. */
  readonly same: readonly Pair[];
  /** Declared members that another resource of the program has. */
  readonly others: readonly Declared[];
  /** What differs: to be changed, created and deleted. */
  readonly match: Match;
  readonly parent: Values | undefined;
}

/** Name of a member in the run's memory: that of a resource of the member's own kind. */
export function memberMemoryKey({ set }: SetDefinition, args: Values, id: string): string {
  return memoryKey(set.member, idOf(set.member, args, { id }));
}

/** Lists the collection. What the list lacks of the set's own is asked for: only its own 404 means that it is gone. */
export async function readMembers(
  definition: SetDefinition,
  state: Values,
  args: Values,
  context: Context,
): Promise<Live> {
  const { set } = definition;
  const path = collectionPath(definition, args);
  const ids = new Set(ownIds(definition, state));
  const listed = await context.reads.all(path);
  refuseStrange(set.member, path, listed);
  const byId = new Map(listed.map((live) => [String(live.id), live]));
  const lacking = Array.from(ids).filter((id) => !byId.has(id) && isOwnId(set.member, id));
  await fewAtATime(lacking, async (id) => {
    const live = await readIfThere(set.member, path, id, context);
    if (live) byId.set(id, live);
  });
  const present = Array.from(byId, ([id, live]) => presentOf(set, live, memberSpelling(state, id)));
  const { urn } = optionsOf(args);
  const isHeld = ({ id, seen }: Present): boolean => {
    const holder = holderOf(context.memory, memberMemoryKey(definition, args, id));
    if (holder !== undefined) return holder !== urn;
    return claimantOf(context.memory, path, set.member, seen, urn) !== undefined;
  };
  const foreign = present.filter(({ id }) => !ids.has(id));
  const held = new Set(foreign.filter(isHeld));
  return {
    own: present.filter(({ id }) => ids.has(id)),
    free: foreign.filter((one) => !held.has(one)),
    held: Array.from(held),
  };
}

async function readIfThere(
  member: Definition,
  path: string,
  id: string,
  { reads }: Context,
): Promise<Values | undefined> {
  try {
    return await reads.alone(path, id, { misfit: incomplete(member) });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Compares what is declared with what there is. */
export async function needOf(
  definition: SetDefinition,
  state: Values,
  args: Values,
  live: Live,
  context: Context,
): Promise<Need> {
  const { set } = definition;
  const parent = await readParent(definition, state, args, context);
  const failures = memberFailures(set, args, parent);
  if (failures.length > 0) throw new CloudError(failures.map(({ path, reason }) => `${path}: ${reason}`).join("; "));
  const same = sameOf(declaredIn(set, args, parent), [...live.own, ...live.free]);
  const counted = sameOf(same.missing, live.held);
  const taken = new Set(same.pairs.map(([, present]) => present));
  const usable = [...live.own, ...superfluous(definition, args, live.free, parent)].filter((one) => !taken.has(one));
  return {
    same: same.pairs,
    others: counted.pairs.map(([wanted]) => wanted),
    match: alikeOf(set, counted.missing, usable),
    parent,
  };
}

/** What a set that tolerates nothing else removes or makes use of. */
export function superfluous(
  { set }: SetDefinition,
  args: Values,
  free: readonly Present[],
  parent: Values | undefined,
): Present[] {
  if (args[set.exclusive] !== true) return [];
  const part = args[set.part] as Values | undefined;
  return free.filter(({ seen }) => part === undefined || set.isInPart(seen, part, parent) === true);
}

/** Those fields of the object that the collection is in on which spellings depend, where they do; read once in a run. */
async function readParent(
  definition: SetDefinition,
  state: Values,
  args: Values,
  context: Context,
): Promise<Values | undefined> {
  const { set } = definition;
  const members = (args[set.members] ?? []) as readonly Values[];
  const spelledApart = members.find((member) => set.member.identity.spelledIn?.(member) !== undefined);
  const part = args[set.part] as Values | undefined;
  if (!spelledApart && !(part && set.needsParent(part))) return parentOf(state);
  const parent = await parentObject({ definition, args, context });
  return Object.fromEntries(set.parentFields.map((name) => [name, parent[name]]));
}
