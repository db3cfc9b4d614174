import { CloudError, ifThere } from "../../api/errors";
import type { SetDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { parentObject } from "../ownership";
import { collectionPath, isIgnored, isOwnId, optionsOf } from "../state";
import { incomplete, rejectReasonFor, readingIn, refuseUnfitList } from "../context";
import type { Asked } from "../context";
import type { Wanted } from "../state";
import { fewAtATime } from "../waiting";
import { memberSpelling, ownIds, parentOf } from "./ledger";
import { declaredIn, memberMemoryKey, presentOf } from "./members";
import type { Present } from "./members";
import { planFor } from "./plan";
import type { Live, Plan } from "./plan";
import { claimantOf } from "./overlaps";
import { limitFailures, memberFailures } from "./check";

/** Reads the collection, and plans the requests that make it match the program. */
export async function planSet(asked: Asked<SetDefinition>, state: Values): Promise<Plan> {
  return planWith(asked, state, await readMembers(asked, state));
}

/**
 * Lists the collection. A member of the set that is not in the list is read separately: only a 404 for the member itself means that it no
 * longer exists.
 */
export async function readMembers(asked: Asked<SetDefinition>, state: Values): Promise<Live> {
  const { definition, args, context } = asked;
  const { set } = definition;
  const path = collectionPath(definition, args);
  const ids = new Set(ownIds(definition, state));
  const listed = await context.reads.all(path, readingIn(context));
  refuseUnfitList(path, listed, rejectReasonFor(set.member));
  const byId = new Map(listed.map((live) => [String(live.id), live]));
  const lacking = Array.from(ids).filter((id) => !byId.has(id) && isOwnId(set.member, id));
  await fewAtATime(lacking, async (id) => {
    const live = await ifThere(context.reads.direct(path, id, { rejectReason: incomplete(set.member) }));
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

/** Whether another resource of the program manages or declares the member. */
function isHeldByOther(asked: Asked<SetDefinition>, { id, fingerprint }: Present): boolean {
  const { definition, args, context } = asked;
  const holder = context.memory.program.holderOf(memberMemoryKey(definition, args, id));
  if (holder !== undefined) return holder !== optionsOf(args).urn;
  return claimantOf(asked, fingerprint) !== undefined;
}

/** `planSet` for a collection that was already read. */
export async function planWith(asked: Asked<SetDefinition>, state: Values, live: Live): Promise<Plan> {
  const { definition, args } = asked;
  const { set } = definition;
  const parent = await readParent(asked, state);
  const failures = limitFailures(set, memberFailures(set, args, parent));
  if (failures.length > 0) throw new CloudError(failures.map(({ path, reason }) => `${path}: ${reason}`).join("; "));
  const declared = declaredIn(set, args, parent);
  const plan = planFor(set, { declared, live, superfluous: superfluous(asked, live, parent), parent });
  return isIgnored(args, set.members) ? { ...plan, phases: [] } : plan;
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
async function readParent(asked: Asked<SetDefinition>, state: Values): Promise<Values | undefined> {
  const { definition, args } = asked;
  const { set } = definition;
  const members = declaredIn(set, args, undefined).map((one) => one.args);
  const dependsOnParent = members.some((member) => set.member.identity.normalizedIn?.(member) !== undefined);
  const part = args[set.part] as Values | undefined;
  if (!dependsOnParent && !(part && set.needsParent(part))) return parentOf(state);
  const parent = await parentObject(asked);
  return Object.fromEntries(set.parentFields.map((name) => [name, parent[name]]));
}
