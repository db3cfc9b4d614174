import { isAction } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import type { InterruptedResult } from "../../provider/lifecycle/object";
import { collectionPath, comparable } from "../../provider/lifecycle/state";
import { capitalize } from "../../provider/lifecycle/wording";
import type { PendingOperation, StackResource, StackState } from "../state/stack-state";
import { about, undecided } from "./diagnosis";
import type { Diagnosis } from "./diagnosis";

/** What a conclusion about an interrupted create rests on. */
interface Evidence {
  readonly found: readonly InterruptedResult[];
  readonly state: StackState;
  /** The other stacks of the backend. */
  readonly others: readonly StackState[];
  /** IDs of resources that the user declares to be the results. */
  readonly accepted: readonly string[];
}

/** What an interrupted create led to, as far as the API and the journal show. */
export function conclude(operation: PendingOperation, definition: Definition, evidence: Evidence): Diagnosis {
  const { found, state, accepted } = evidence;
  const { resource } = operation;
  // In state if this was a replacement, or if a later update created it.
  const old = state.resources.find(({ urn, isLeaving }) => urn === resource.urn && !isLeaving);
  const acceptedOne = found.find(({ id }) => accepted.includes(id));
  const first = acceptedOne ?? found[0];
  if (first === undefined) return nothingFound(operation, old);
  const others = found.filter((one) => one !== first);
  const otherStack = stackWithSameCreate(operation, definition, evidence.others);
  const proven = canDelete(definition)
    ? found.filter((one) => one.isNoted || (otherStack === undefined && isOwn(one)))
    : [];
  const candidates = { ids: found.map(({ id }) => id), proven };
  const deleteOthers = toDelete(proven.filter((one) => one !== first));
  const name = named(definition, first);
  // By the API's clock; NaN if it does not show both times.
  const newerByMs = Date.parse(String(first.created)) - Date.parse(String(old?.state.created));
  const ignore = `To ignore it, pass --discard ${resource.name}.`;
  if (old && (newerByMs < 0 || isOfLaterUpdate(old, resource))) {
    const why = `${name} matches, but a later update created ${old.id}, which is in state.`;
    return { ...undecided(operation, `${why}${toDelete(proven)} ${ignore}`), ...candidates };
  }
  const age = old && !(newerByMs > 0) ? `matches, but is not newer than ${old.id}, which is in state` : undefined;
  const doubt = acceptedOne || first.isNoted ? undefined : (doubtAbout(first, otherStack, others) ?? age);
  if (doubt !== undefined) {
    const then = old ? `; then \`pulumi up\` deletes ${old.id}, which it replaces` : "";
    const ifYours = `If the interrupted update created it, pass --accept ${first.id}${then}.`;
    return { ...undecided(operation, `${name} ${doubt}. ${ifYours}${deleteOthers} ${ignore}`), ...candidates };
  }
  const andDeletes = old ? ` and deletes ${old.id}, which it replaces` : "";
  const also = others.length === 0 ? "" : ` Others that match: ${idsOf(others)}.${deleteOthers}`;
  const explanation = `${name} exists. Once it is recorded in state, the next \`pulumi up\` completes it${andDeletes}.${also}`;
  return { ...about(operation), result: "created", ...candidates, ids: [first.id], explanation, found: first };
}

/** The API has no request to delete an instance's snapshot. */
function canDelete(definition: Definition): boolean {
  return !isAction(definition) || definition.action.deleting === "delete";
}

function isOwn({ verdict }: InterruptedResult): boolean {
  return verdict === "ours";
}

function toDelete(proven: readonly InterruptedResult[]): string {
  const options = proven.map(({ id }) => `--delete-orphans ${id}`);
  return options.length === 0
    ? ""
    : ` If ${options.length > 1 ? "they are" : "it is"} not needed, pass ${options.join(" ")}.`;
}

function idsOf(found: readonly InterruptedResult[]): string {
  return found.map(({ id }) => id).join(", ");
}

function nothingFound(operation: PendingOperation, old: StackResource | undefined): Diagnosis {
  const explanation = old
    ? `It created nothing. State still has ${old.id}, which the next \`pulumi up\` compares with the program.`
    : "It does not exist. The next `pulumi up` creates it.";
  return { ...about(operation), result: "not-created", ids: [], explanation };
}

/** The engine copies the time at which the old resource of a replacement was recorded. */
function isOfLaterUpdate(old: StackResource, pending: StackResource): boolean {
  return old.createdAt !== undefined && old.createdAt !== pending.createdAt;
}

/** Another stack whose unfinished create asks for the same resource: nothing shows which of the two led to it. */
function stackWithSameCreate({ resource }: PendingOperation, definition: Definition, others: readonly StackState[]) {
  const wanted = ({ args }: StackResource): string => {
    const identity = definition.identity.by.map((name) => comparable(definition.args[name], args[name], args) ?? null);
    return JSON.stringify([collectionPath(definition, args), identity]);
  };
  const isOfSame = (one: PendingOperation): boolean =>
    one.type === "creating" && one.resource.kind === resource.kind && wanted(one.resource) === wanted(resource);
  return others.find(({ pending }) => pending.some(isOfSame))?.stack;
}

/** Why the resource may be someone else's; undefined if it is the result of the create as far as the API shows. */
function doubtAbout(
  { verdict, because }: InterruptedResult,
  otherStack: string | undefined,
  others: readonly InterruptedResult[],
): string | undefined {
  if (otherStack !== undefined) return `matches, but stack ${otherStack} has an unfinished create of the same`;
  if (others.length > 0) return `matches, and so does ${idsOf(others)}`;
  return verdict === "ours" ? undefined : `may be the result, but ${because.join("; ")}`;
}

function named({ noun }: Definition, { id, created }: InterruptedResult): string {
  return `${capitalize(noun)} ${id}${created === undefined ? "" : ` (created ${created} UTC)`}`;
}
