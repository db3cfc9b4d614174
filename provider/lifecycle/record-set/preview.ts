import { isNotFound } from "../../api/errors";
import type { SetDefinition, SetRule } from "../../definition/definition";
import { hasUnknown } from "../../definition/values";
import type { Values } from "../../definition/values";
import { isPathUnknown, optionsOf, parentCollection } from "../state";
import { formatCount, commaList, sentence } from "../wording";
import type { ResourceCall } from "../context";
import { obstaclesTo, willBeInTheWay } from "../identity";
import { planByState } from "./diff";
import { memberDescriber, titleOf } from "./records";
import { planSet } from "./observe";
import { unmanagedChanged, adoptedMembers } from "./plan";
import type { MemberWrite, Plan } from "./plan";

/**
 * Prints the plan of a create (`state` undefined) or an update: the requests, and their effect on members outside the set. Only called if
 * there are changes.
 * @returns warnings
 */
export async function previewSet(
  call: ResourceCall<SetDefinition>,
  state: Values | undefined,
): Promise<readonly string[]> {
  const { definition, args, context } = call;
  const { set } = definition;
  // An import changes nothing: it fails if something differs.
  if (state === undefined && optionsOf(args).import !== undefined) return [];
  const isKnown = !isPathUnknown(call) && !hasUnknown([args[set.exclusive], args[set.part]]);
  const showPlan = (plan: Plan | undefined): void => {
    const notice = plan && noticeOf(call, plan, state === undefined);
    if (notice !== undefined) context.info(notice);
  };
  if (!isKnown || !Array.isArray(args[set.members])) {
    showPlan(state && planByState(call, state));
    return unlisted(call);
  }
  try {
    const plan = await planSet(call, state ?? {});
    showPlan(plan);
    return [...obstacles(call, plan), ...(args[set.exclusive] === true ? removals(call, plan) : adoptions(call, plan))];
  } catch (error) {
    showPlan(state && planByState(call, state));
    // A preview does not fail here: the operation itself will report the error.
    if (isNotFound(error)) return [];
    return [
      `Could not read the existing ${set.members}, so this preview may not show all that \`pulumi up\` deletes or adopts. Preview again. Cause: ${sentence(error)}`,
    ];
  }
}

/** The plan as text. Undefined if it adds nothing to the engine's display: for a create of everything that is declared. */
function noticeOf(
  { definition: { set }, args }: ResourceCall<SetDefinition>,
  plan: Plan,
  isNew: boolean,
): string | undefined {
  const writes = plan.phases.flat();
  const created = writes.filter(({ does }) => does === "create").length;
  const unknown = unknownIn(set, args);
  if (isNew && created === writes.length && plan.same.length + plan.others.length === 0) return undefined;
  const kinds = (["update", "create", "delete"] as const).flatMap((kind) => {
    const titles = writes.flatMap((write) => (write.does === kind ? [describeWrite(set, write)] : []));
    return titles.length > 0 ? [`to ${kind} (${formatCount(titles.length)}): ${commaList(titles)}`] : [];
  });
  if (kinds.length === 0) return undefined;
  const mayDiffer = `. Some values are still unknown (in ${formatCount(unknown)} of the ${set.members}), so this may change`;
  return `${set.members}: ${kinds.join("; ")}${unknown > 0 ? mayDiffer : ""}`;
}

function describeWrite(set: SetRule, write: MemberWrite): string {
  if (write.does === "create") return titleOf(set, write.wanted.fingerprint);
  const before = titleOf(set, write.present.fingerprint);
  if (write.does === "delete") return before;
  const after = titleOf(set, write.wanted.fingerprint);
  return before === after ? after : `${before} => ${after}`;
}

function unknownIn(set: SetRule, args: Values): number {
  const members = args[set.members];
  return Array.isArray(members) ? members.filter(hasUnknown).length : 0;
}

/** Members of nobody in the program that are in the way of what the requests write. */
function obstacles({ definition, args, context }: ResourceCall<SetDefinition>, plan: Plan): string[] {
  const writes = plan.phases.flat();
  const changed = new Set(unmanagedChanged(plan));
  const declared = writes.flatMap((write) => (write.does === "delete" ? [] : [write.wanted.fingerprint]));
  const ofMembers = { definition: definition.set.member, args, context };
  const staying = plan.live.free.filter((one) => !changed.has(one));
  return obstaclesTo(ofMembers, declared, staying).map((obstacle) => willBeInTheWay(ofMembers, obstacle));
}

/** What the set deletes later, because no preview can list it now. */
function unlisted(call: ResourceCall<SetDefinition>): string[] {
  const { definition, args, context } = call;
  const { exclusive, members } = definition.set;
  const parents = context.memory.filled.expectedIn(parentCollection(definition));
  if (args[exclusive] !== true || !isPathUnknown(call) || parents.length === 0) return [];
  return [
    `With \`${exclusive}\`, this set deletes undeclared ${members}, but this preview cannot list those that the parent with ` +
      `${commaList(parents)} will have. \`pulumi up\` keeps them, and the next preview lists what the update after it deletes.`,
  ];
}

function removals({ definition: { set }, args }: ResourceCall<SetDefinition>, plan: Plan): string[] {
  const removed = unmanagedChanged(plan).map(memberDescriber(set, args, plan.parent));
  if (removed.length === 0) return [];
  const unknown = unknownIn(set, args);
  const unless =
    unknown === 0
      ? ""
      : `, unless they match one of the ${set.members} that are still unknown (${formatCount(unknown)})`;
  return [`\`${set.exclusive}\` will delete undeclared ${set.members}${unless}: ${commaList(removed)}.`];
}

function adoptions({ definition: { set } }: ResourceCall<SetDefinition>, plan: Plan): string[] {
  const taken = adoptedMembers(plan);
  if (taken.length === 0) return [];
  return [
    `This set adopts existing ${set.members} that match the program (${formatCount(taken.length)}), and will delete them when it is destroyed. Remove ` +
      `from \`${set.members}\` those that another program manages. IDs: ${commaList(taken.map(({ id }) => id))}.`,
  ];
}
