import type { SetDefinition, SetRule } from "../../definition/definition";
import { UNKNOWN, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { diff, wholeInput } from "../object";
import type { Difference, MemberChange, Part } from "../object";
import type { Recorded, Wanted } from "../state";
import { parentOf } from "./ledger";
import { declaredMembers, titleOf } from "./records";
import type { Present } from "./records";
import { planRequests } from "./plan";
import type { MemberWrite, Plan } from "./plan";
import { memberArguments } from "../state";

/** Compares the set with its state, regardless of the members' order and of equivalent values. Pure and offline. */
export function diffSet({ definition, args }: Wanted<SetDefinition>, { id, state }: Recorded): Difference {
  const { set } = definition;
  const parent = parentOf(state);
  const inOrder = (values: Values): Values =>
    areListed(values[set.members])
      ? {
          ...values,
          [set.members]: declaredMembers(set, values, parent)
            .map(({ key }) => key)
            .sort(),
        }
      : values;
  const difference = diff({ definition, args: inOrder(args) }, { id, state: inOrder(state) });
  const isShown = difference.replaces.length === 0 && difference.changed.includes(set.members);
  const plan = isShown ? planByState({ definition, args }, state) : undefined;
  if (!plan) return difference;
  const changes = changesOf(plan);
  const others = difference.parts.filter(({ path }) => path !== set.members);
  return {
    ...difference,
    parts: [...others, ...partsOf(set, changes)],
    members: changes.map((change) => memberChange(set, change)),
  };
}

/**
 * The plan of an update from the state alone, without a read. Assumes no out-of-band changes to the collection. Undefined while the list
 * itself is unknown.
 */
export function planByState({ definition: { set }, args }: Wanted<SetDefinition>, state: Values): Plan | undefined {
  if (!areListed(args[set.members]) || !areListed(state[set.members])) return undefined;
  const parent = parentOf(state);
  const own = declaredMembers(set, state, parent).map((one): Present => ({ ...one, id: "", live: one.args }));
  const live = { own, free: [], held: [] };
  return planRequests(set, { declared: declaredMembers(set, args, parent), live, superfluous: [], parent });
}

/** Whether the members can be compared: in a preview, a whole member may be unknown. */
function areListed(members: unknown): members is readonly Values[] {
  return Array.isArray(members) && !members.includes(UNKNOWN);
}

/** A call of the plan, with the old and the new index of its member. */
interface Change {
  readonly write: MemberWrite;
  readonly had?: number;
  readonly wanted?: number;
}

const ORDER = ["update", "create", "delete"];

function changesOf({ live, phases }: Plan): Change[] {
  const indexes = new Map(live.own.map((one, index) => [one, index]));
  const writes = phases.flat().sort((one, other) => ORDER.indexOf(one.does) - ORDER.indexOf(other.does));
  return writes.map((write) => {
    const had = write.does === "create" ? undefined : indexes.get(write.present);
    return {
      write,
      ...(had === undefined ? {} : { had }),
      ...(write.does === "delete" ? {} : { wanted: write.wanted.index }),
    };
  });
}

function memberChange(set: SetRule, { write, ...indexes }: Change): MemberChange {
  const { fingerprint } = write.does === "delete" ? write.present : write.wanted;
  return { name: set.members, title: titleOf(set, fingerprint), ...indexes };
}

/**
 * The detailed diff. Without it, the display compares arrays by index, which is misleading after an insertion. A member that changes and
 * moves counts as two; one that changes in place shows which of its fields do.
 */
function partsOf(set: SetRule, changes: readonly Change[]): Part[] {
  const isInPlace = ({ had, wanted }: Change): boolean => had !== undefined && had === wanted;
  const moved = changes.filter((change) => !isInPlace(change));
  const olds = new Set(moved.flatMap(({ had = [] }) => had));
  const news = new Set(moved.flatMap(({ wanted = [] }) => wanted));
  const indexes = [...new Set([...olds, ...news])].map((index): Part => ({
    path: `${set.members}[${index}]`,
    kind: !news.has(index) ? "delete" : !olds.has(index) ? "add" : "update",
  }));
  return [...changes.filter(isInPlace).flatMap((change) => fieldsOf(set, change)), ...indexes];
}

function fieldsOf(set: SetRule, { write, wanted: index = 0 }: Change): Part[] {
  if (write.does !== "update") return [];
  const { wanted, present } = write;
  const path = `${set.members}[${index}]`;
  const [before, after] = [present.live, wanted.args].map(withoutUnset) as [Values, Values];
  const fields = memberArguments(set.member).flatMap(([name]): Part[] => {
    const isSame = wanted.fingerprint[name] === present.fingerprint[name];
    if (isSame || (before[name] === undefined && after[name] === undefined)) return [];
    return [{ ...wholeInput(name, before, after), path: `${path}.${name}` }];
  });
  return fields.length > 0 ? fields : [{ path, kind: "update" }];
}
