import { CloudError, undefinedIfMissing, joinReasons } from "../../api/errors";
import type { SetDefinition, SetRule } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { claimantOf, parentObject } from "../identity";
import { collectionPath, isIgnored, isOwnId, optionsOf, parentPath } from "../state";
import {
  contentsKey,
  holderOf,
  isFree,
  rejectIncomplete,
  rejectInvalid,
  readOptionsOf,
  rejectInvalidList,
} from "../context";
import type { ResourceCall } from "../context";
import type { Wanted } from "../state";
import { forEachConcurrently } from "../waiting";
import { ambiguousOf, memberForms, ownIds, parentOf } from "./ledger";
import { declaredMembers, memberMemoryKey, liveMember } from "./records";
import type { Present } from "./records";
import { adoptedMembers, planRequests, pairIdentical } from "./plan";
import type { Live, Plan } from "./plan";
import { limitFailures, memberFailures } from "./check";

/** Reads the collection, and plans the requests that make it match the program. */
export async function planSet(call: ResourceCall<SetDefinition>, state: Values): Promise<Plan> {
  return planFromLive(call, state, await readMembers(call, state));
}

/**
 * Lists the collection. A member of the set that is not in the list is read separately: only a 404 for the member itself means that it no
 * longer exists.
 */
export async function readMembers(call: ResourceCall<SetDefinition>, state: Values): Promise<Live> {
  const { definition, args, context } = call;
  const { set } = definition;
  const path = collectionPath(definition, args);
  const ids = new Set(ownIds(definition, state));
  const listed = await context.reads.all(path, readOptionsOf(context));
  rejectInvalidList(path, listed, rejectInvalid(set.member));
  const byId = new Map(listed.map((live) => [String(live.id), live]));
  const lacking = Array.from(ids).filter((id) => !byId.has(id) && isOwnId(set.member, id));
  await forEachConcurrently(lacking, async (id) => {
    const live = await undefinedIfMissing(
      context.reads.direct(path, id, { rejectReason: rejectIncomplete(set.member) }),
    );
    if (live) byId.set(id, live);
  });
  const present = Array.from(byId, ([id, live]) => liveMember(set, live, memberForms(state, id)));
  const foreign = present.filter(({ id }) => !ids.has(id));
  const held = new Set(foreign.filter((one) => isHeldByOther(call, one)));
  const { found, free } = resultsAmong(
    foreign.filter((one) => !held.has(one)),
    set,
    state,
  );
  return { own: [...present.filter(({ id }) => ids.has(id)), ...found], free, held: Array.from(held) };
}

/** Splits off the results of this set's ambiguous creates: only what did not exist was to be created. */
function resultsAmong(
  foreign: readonly Present[],
  set: SetRule,
  state: Values,
): { readonly found: readonly Present[]; readonly free: readonly Present[] } {
  const lost = declaredMembers(set, { [set.members]: ambiguousOf(state) }, parentOf(state));
  const { pairs, surplus } = pairIdentical(lost, foreign);
  return { found: pairs.map(([, present]) => present), free: surplus };
}

/** Whether another resource of the program manages or declares the member. */
function isHeldByOther(call: ResourceCall<SetDefinition>, { id, fingerprint }: Present): boolean {
  const { definition, args, context } = call;
  const holder = holderOf(context, memberMemoryKey(definition, args, id));
  if (holder !== undefined) return holder !== optionsOf(args).urn;
  return claimantOf({ ...call, definition: definition.set.member }, fingerprint) !== undefined;
}

/** `planSet` for a collection that was already read. */
export async function planFromLive(call: ResourceCall<SetDefinition>, state: Values, live: Live): Promise<Plan> {
  const { definition, args, context } = call;
  const { set } = definition;
  const parent = await readParent(call, state);
  const failures = limitFailures(set, memberFailures(set, args, parent));
  if (failures.length > 0) throw new CloudError(joinReasons(failures.map(({ path, reason }) => `${path}: ${reason}`)));
  const declared = declaredMembers(set, args, parent);
  const extra = superfluous(call, live, parent);
  const isListed = isFree(context, contentsKey(parentPath(definition, args)));
  const plan = planRequests(set, { declared, live, superfluous: isListed ? extra : [], parent });
  if (isIgnored(args, set.members)) return { ...plan, phases: [] };
  const adopted = new Set(adoptedMembers(plan));
  return isListed ? plan : { ...plan, unlisted: extra.filter((one) => !adopted.has(one)) };
}

/** Unmanaged members that an exclusive set deletes or reuses, unless they are declared. */
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

/** The fields of the parent on which canonical forms depend, if any do; read once per run. */
async function readParent(call: ResourceCall<SetDefinition>, state: Values): Promise<Values | undefined> {
  const { definition, args } = call;
  const { set } = definition;
  const members = declaredMembers(set, args, undefined).map((one) => one.args);
  const dependsOnParent = members.some((member) => set.member.identity.normalizedIn?.(member) !== undefined);
  const part = args[set.part] as Values | undefined;
  if (!dependsOnParent && !(part && set.needsParent(part))) return parentOf(state);
  const parent = await parentObject(call);
  return Object.fromEntries(set.parentFields.map((name) => [name, parent[name]]));
}
