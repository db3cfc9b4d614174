import { CloudError, NotFoundError } from "../../api/errors";
import type { SetDefinition } from "../../definition/set";
import type { Values } from "../../definition/values";
import { parentObject } from "../ownership";
import { collectionPath, isOwnId, optionsOf } from "../state";
import { holderOf, incomplete, misfitFor, readingIn, refuseUnfitList } from "../context";
import type { Asked } from "../context";
import type { Wanted } from "../state";
import { fewAtATime } from "../waiting";
import { asFewAsRead, memberFailures } from "./check";
import {
  alikeOf,
  sameOf,
  declaredIn,
  memberMemoryKey,
  presentOf,
  claimantOf,
  memberSpelling,
  ownIds,
  parentOf,
} from "../members";
import type { Live, Need, Present } from "../members";

/** Reads the collection, and compares it with the declaration. */
export async function observe(asked: Asked<SetDefinition>, state: Values): Promise<Need> {
  return compare(asked, state, await readMembers(asked, state));
}

/**
 * Lists the collection. A member of the set that the list lacks is read on its own: only its own 404 means that it is
 * gone.
 */
export async function readMembers(asked: Asked<SetDefinition>, state: Values): Promise<Live> {
  const { definition, args, context } = asked;
  const { set } = definition;
  const path = collectionPath(definition, args);
  const ids = new Set(ownIds(definition, state));
  const listed = await context.reads.all(path, readingIn(context));
  refuseUnfitList(path, listed, misfitFor(set.member));
  const byId = new Map(listed.map((live) => [String(live.id), live]));
  const lacking = Array.from(ids).filter((id) => !byId.has(id) && isOwnId(set.member, id));
  await fewAtATime(lacking, async (id) => {
    const live = await readIfThere(asked, id);
    if (live) byId.set(id, live);
  });
  const present = Array.from(byId, ([id, live]) => presentOf(set, live, memberSpelling(state, id)));
  const foreign = present.filter(({ id }) => !ids.has(id));
  const held = new Set(foreign.filter((one) => isHeldByOther(asked, one)));
  return {
    own: present.filter(({ id }) => ids.has(id)),
    free: foreign.filter((one) => !held.has(one)),
    held: Array.from(held),
  };
}

async function readIfThere(
  { definition, args, context }: Asked<SetDefinition>,
  id: string,
): Promise<Values | undefined> {
  try {
    const misfit = incomplete(definition.set.member);
    return await context.reads.alone(collectionPath(definition, args), id, { misfit });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Whether the member belongs to another resource of the program, or one declares it. */
function isHeldByOther(asked: Asked<SetDefinition>, { id, fingerprint }: Present): boolean {
  const { definition, args, context } = asked;
  const holder = holderOf(context.memory, memberMemoryKey(definition, args, id));
  if (holder !== undefined) return holder !== optionsOf(args).urn;
  return claimantOf(asked, fingerprint) !== undefined;
}

/** Compares the declaration with what exists. */
export async function compare(asked: Asked<SetDefinition>, state: Values, live: Live): Promise<Need> {
  const { definition, args } = asked;
  const { set } = definition;
  const parent = await readParent(asked, state);
  const failures = asFewAsRead(set, memberFailures(set, args, parent));
  if (failures.length > 0) throw new CloudError(failures.map(({ path, reason }) => `${path}: ${reason}`).join("; "));
  const same = sameOf(declaredIn(set, args, parent), [...live.own, ...live.free]);
  const counted = sameOf(same.missing, live.held);
  const taken = new Set(same.pairs.map(([, present]) => present));
  const usable = [...live.own, ...superfluous(asked, live, parent)].filter((one) => !taken.has(one));
  return {
    live,
    same: same.pairs,
    others: counted.pairs.map(([wanted]) => wanted),
    match: alikeOf(set, counted.missing, usable),
    parent,
  };
}

/** Members that an exclusive set removes or reuses, unless they are declared. */
export function superfluous(
  { definition, args }: Wanted<SetDefinition>,
  { free }: Live,
  parent: Values | undefined,
): Present[] {
  const { set } = definition;
  if (args[set.exclusive] !== true) return [];
  const part = args[set.part] as Values | undefined;
  return free.filter(({ fingerprint }) => part === undefined || set.isInPart(fingerprint, part, parent) === true);
}

/** The fields of the parent on which spellings depend, if any do; read once per run. */
async function readParent(asked: Asked<SetDefinition>, state: Values): Promise<Values | undefined> {
  const { definition, args } = asked;
  const { set } = definition;
  const members = (args[set.members] ?? []) as readonly Values[];
  const dependsOnParent = members.some((member) => set.member.identity.spelledIn?.(member) !== undefined);
  const part = args[set.part] as Values | undefined;
  if (!dependsOnParent && !(part && set.needsParent(part))) return parentOf(state);
  const parent = await parentObject(asked);
  return Object.fromEntries(set.parentFields.map((name) => [name, parent[name]]));
}
