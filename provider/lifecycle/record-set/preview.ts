import { isNotFound } from "../../api/errors";
import { hasUnknown } from "../../definition/values";
import { domainRecord } from "../../resources/domain-record";
import { isPathUnknown, optionsOf, parentCollection } from "../state";
import { formatCount, commaList, sentence } from "../wording";
import { obstaclesTo, willBeInTheWay } from "../identity";
import { planByState } from "./diff";
import { ofRecords, otherHolderOf, recordDescriber, titleOf } from "./records";
import type { SetCall, SetValues } from "./records";
import { planSet } from "./observe";
import { unmanagedChanged, adoptedRecords } from "./plan";
import type { Plan, RecordWrite } from "./plan";

/**
 * Prints the plan of a create (`state` undefined) or an update: the requests, and their effect on records outside the set. Only called if
 * there are changes.
 * @returns warnings
 */
export async function previewSet(call: SetCall, state: SetValues | undefined): Promise<readonly string[]> {
  const { args, context } = call;
  // An import changes nothing: it fails if something differs.
  if (state === undefined && optionsOf(args).import !== undefined) return [];
  const showPlan = (plan: Plan | undefined): void => {
    const notice = plan && noticeOf(args, plan, state === undefined);
    if (notice !== undefined) context.info(notice);
  };
  if (isPathUnknown(call) || hasUnknown([args.exclusive, args.only]) || !Array.isArray(args.records)) {
    showPlan(state && planByState(call, state));
    return unlisted(call);
  }
  try {
    const plan = await planSet(call, state ?? {});
    showPlan(plan);
    return [
      ...(await obstacles(call, plan)),
      ...(args.exclusive === true ? removals(call, plan) : adoptions(call, plan)),
    ];
  } catch (error) {
    showPlan(state && planByState(call, state));
    // A preview does not fail here: the operation itself will report the error.
    if (isNotFound(error)) return [];
    return [
      `Could not read the existing records, so this preview may not show all that \`pulumi up\` deletes or adopts. Preview again. Cause: ${sentence(error)}`,
    ];
  }
}

/** The plan as text. Undefined if it adds nothing to the engine's display: for a create of everything that is declared. */
function noticeOf(args: SetValues, plan: Plan, isNew: boolean): string | undefined {
  const writes = plan.phases.flat();
  const unknown = unknownIn(args);
  const createsAll = writes.every(({ does }) => does === "create") && plan.same.length + plan.others.length === 0;
  if (isNew && createsAll) return undefined;
  const kinds = (["update", "create", "delete"] as const).flatMap((kind) => {
    const titles = writes.filter(({ does }) => does === kind).map(describeWrite);
    return titles.length > 0 ? [`to ${kind} (${formatCount(titles.length)}): ${commaList(titles)}`] : [];
  });
  if (kinds.length === 0) return undefined;
  const mayDiffer = `. Some values are still unknown (in ${formatCount(unknown)} of the records), so this may change`;
  return `records: ${kinds.join("; ")}${unknown > 0 ? mayDiffer : ""}`;
}

function describeWrite(write: RecordWrite): string {
  const before = write.does === "create" ? [] : [write.present];
  const after = write.does === "delete" ? [] : [write.wanted];
  return [...new Set([...before, ...after].map(({ fingerprint }) => titleOf(fingerprint)))].join(" => ");
}

function unknownIn({ records }: SetValues): number {
  return Array.isArray(records) ? records.filter(hasUnknown).length : 0;
}

/** Records of nobody in the program that are in the way of what the requests write. */
function obstacles(call: SetCall, plan: Plan): Promise<string[]> {
  const changed = new Set(unmanagedChanged(plan));
  const declared = plan.phases.flat().flatMap((write) => (write.does === "delete" ? [] : [write.wanted.fingerprint]));
  const staying = plan.live.free.filter((one) => !changed.has(one));
  const inZone = ofRecords(call);
  return Promise.all(obstaclesTo(inZone, declared, staying).map((obstacle) => willBeInTheWay(inZone, obstacle)));
}

/** What the set deletes later, because no preview can list it now. */
function unlisted(call: SetCall): string[] {
  const zones = call.context.memory.filled.expectedIn(parentCollection(domainRecord));
  if (call.args.exclusive !== true || !isPathUnknown(call) || zones.length === 0) return [];
  return [
    "With `exclusive`, this set deletes undeclared records, but this preview cannot list those that the parent with " +
      `${commaList(zones)} will have. \`pulumi up\` keeps them, and the next preview lists what the update after it deletes.`,
  ];
}

function removals(call: SetCall, plan: Plan): string[] {
  const removed = unmanagedChanged(plan).map(recordDescriber(call, plan.zone));
  if (removed.length === 0) return [];
  const unknown = formatCount(unknownIn(call.args));
  const unless = unknown === "0" ? "" : `, unless they match one of the records that are still unknown (${unknown})`;
  return [`\`exclusive\` will delete undeclared records${unless}: ${commaList(removed)}.`];
}

/** Records of nobody in the program that the set takes: one that another set gives up is no news. */
function adoptions(call: SetCall, plan: Plan): string[] {
  const ids = adoptedRecords(plan).flatMap((one) => (otherHolderOf(call, one) === undefined ? [one.id] : []));
  if (ids.length === 0) return [];
  return [
    `This set adopts existing records that match the program (${formatCount(ids.length)}), and will delete them when it is destroyed. Remove ` +
      `from \`records\` those that another program manages. IDs: ${commaList(ids)}.`,
  ];
}
