import { isAction } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import { AGES } from "../../provider/journal/ages";
import type { InterruptedResult } from "../../provider/lifecycle/object";
import { appliedOf, identityKey, isProvisional } from "../../provider/lifecycle/state";
import { capitalize } from "../../provider/lifecycle/wording";
import type { PendingOperation, StackResource, StackState } from "../state/stack-state";

/** What is known about an interrupted operation. */
export interface Diagnosis {
  readonly pending: PendingOperation;
  /**
   * - `created`: one resource matches; `--apply` records it in state.
   * - `not-created`: no resource matches, so the next `pulumi up` creates one.
   * - `resumable`: the next command completes the operation.
   * - `discarded`: the user declared that it has no result to keep, or a later update created the resource.
   * - `undecided`: the user has to decide.
   */
  readonly result: "created" | "not-created" | "resumable" | "discarded" | "undecided";
  /** Pulumi IDs of the resources that match. */
  readonly ids: readonly string[];
  /** What was found, and what to do. */
  readonly explanation: string;
  /** The resource to record. */
  readonly found?: InterruptedResult;
}

/** What the user declares about the operations. */
export interface Decisions {
  /** IDs of resources that are results. */
  readonly accepted: readonly string[];
  /** Names or URNs of resources whose operations have no result to keep. */
  readonly discarded: readonly string[];
}

/** The same, of an operation that the caller knows. */
export type Conclusion = Omit<Diagnosis, "pending">;

/** What a conclusion about an interrupted create rests on. */
interface ConclusionBasis extends Pick<Decisions, "accepted"> {
  readonly nowMs: number;
  /** Undefined for an action that leaves nothing behind. */
  readonly found: readonly InterruptedResult[] | undefined;
  readonly state: StackState;
  /** The other stacks of the backend. */
  readonly others: readonly StackState[];
}

/** What an interrupted create led to, as far as the search shows. */
export function conclude({ resource }: PendingOperation, definition: Definition, basis: ConclusionBasis): Conclusion {
  const { found = [], state, accepted } = basis;
  // In state if this was a replacement, or if a later update created it.
  const old = state.resources.find((one) => one.urn === resource.urn && !one.isLeaving && !isProvisional(one));
  const ids = found.map(({ id }) => id);
  const acceptedOne = found.find(({ id }) => accepted.includes(id));
  const ignore = `To ignore it, pass --discard ${resource.name}.`;
  // The engine copies the time at which the old resource of a replacement was recorded.
  if (old?.createdAt !== undefined && old.createdAt !== resource.createdAt) {
    const left = found.length === 0 ? "" : ` ${ifNotNeeded(found.map(shown))}`;
    const explanation = `A later update has recorded ${old.id}, which is in state.${left}`;
    return acceptedOne ? undecided(`${explanation} ${ignore}`, ids) : { result: "discarded", ids, explanation };
  }
  const first = acceptedOne ?? found.find(({ verdict }) => verdict === "ours") ?? found[0];
  if (first === undefined) return withoutResult(resource, definition, { ...basis, old });
  const others = found.filter((one) => one !== first);
  const whichOthers = `Others that match: ${others.map(shown).join(", ")}. ${ifNotNeeded(others.flatMap(objectIds))}`;
  const deleteOthers = others.length === 0 ? "" : ` ${whichOthers}`;
  const records = first.records ? ` with ${first.records.join(", ")}` : "";
  const name = `${capitalize(definition.noun)} ${first.id}${records}${dateOf(first)}`;
  // By the API's clock; NaN if it does not show both times.
  const newerByMs = Date.parse(String(first.created)) - Date.parse(String(old?.state.created));
  if (old && newerByMs < 0) {
    const why = `${name} matches, but it is older than ${old.id}, which is in state.`;
    return undecided(`${why} ${ifNotNeeded(found.map(shown))} ${ignore}`, ids);
  }
  const otherStack = stackWithSameCreate(resource, definition, basis.others);
  const doubts = [
    otherStack !== undefined && `matches, but stack ${otherStack} has an unfinished create of the same`,
    first.verdict === "possible" && `may be the result, but ${first.because.join("; ")}`,
    others.some(({ verdict }) => verdict === "ours") && "is not the only one that matches",
    old && !(newerByMs > 0) && `matches, but is not newer than ${old.id}, which is in state`,
  ].filter((doubt) => typeof doubt === "string");
  const [doubt] = acceptedOne || first.isNamed ? [] : doubts;
  if (doubt !== undefined) {
    const then = old ? `; then \`pulumi up\` deletes ${old.id}, which it replaces` : "";
    const ifYours = `If the interrupted update created it, pass --accept ${first.id}${then}.`;
    return undecided(`${name} ${doubt}. ${ifYours}${deleteOthers} ${ignore}`, ids);
  }
  // Pulumi rejects a state in which a resource has no provider.
  if (!resource.provider)
    return undecided(
      `The update created ${definition.noun} ${first.id}, but the provider of ${resource.name} is not in the state any more. If the program ` +
        `declares ${resource.name}, import it (\`import: "${first.id}"\`). If not, delete it in the service's console. Then pass --discard ${resource.name}.`,
      [first.id],
    );
  const andDeletes = old ? ` and deletes ${old.id}, which it replaces` : "";
  const explanation = `${name} exists. Once it is recorded in state, the next \`pulumi up\` completes it${andDeletes}.${deleteOthers}`;
  return { result: "created", ids: [first.id], explanation, found: first };
}

/** What a create led to for which the search shows nothing. */
function withoutResult(
  { name, state }: StackResource,
  definition: Definition,
  { found, nowMs, old }: ConclusionBasis & { readonly old: StackResource | undefined },
): Conclusion {
  if (!found)
    return undecided(
      `Check the service's console to see whether it happened (${isAction(definition) ? definition.action.doing : ""}). If it did, set ` +
        "`alreadyDone: true` for one update. Otherwise, the next `pulumi up` runs it. On the machine that ran the interrupted update, " +
        "`pulumi up` can determine this itself.",
    );
  const { lost = [] } = appliedOf(state);
  if (lost.some(({ at }) => nowMs - at < AGES.requestMs))
    return undecided(
      "Its create has not been decided: nothing shows a result, but the request may still be carried out. Run `pulumi up --refresh`, " +
        `which continues the search, or pass --discard ${name}.`,
    );
  const explanation = old
    ? `It created nothing. State still has ${old.id}, which the next \`pulumi up\` compares with the program.`
    : "It does not exist. The next `pulumi up` creates it.";
  return { result: "not-created", ids: [], explanation };
}

export function undecided(explanation: string, ids: readonly string[] = []): Conclusion {
  return { result: "undecided", ids, explanation };
}

/** What to do with leftovers: this command never writes to the API. */
export function ifNotNeeded(ids: readonly string[]): string {
  const these = ids.join(" or ");
  return `If nobody needs ${these}, delete it in the service's console and run this command again.`;
}

/** IDs of the remote resources that it consists of. */
export function objectIds({ id, records }: InterruptedResult): readonly string[] {
  return records ?? [id];
}

function shown(one: InterruptedResult): string {
  return `${objectIds(one).join(", ")}${dateOf(one)}`;
}

function dateOf({ created }: InterruptedResult): string {
  return created === undefined ? "" : ` (created ${created} UTC)`;
}

/** Another stack whose unfinished create asks for the same resource: nothing shows which of the two led to it. */
function stackWithSameCreate(resource: StackResource, definition: Definition, others: readonly StackState[]) {
  const wanted = ({ args }: StackResource): string => identityKey(definition, args);
  const isOfSame = (one: PendingOperation): boolean =>
    one.type === "creating" && one.resource.kind === resource.kind && wanted(one.resource) === wanted(resource);
  return others.find(({ pending }) => pending.some(isOfSame))?.stack;
}
