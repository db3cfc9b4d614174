import { isAction } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import { AGES } from "../../provider/journal/ages";
import type { InterruptedResult } from "../../provider/lifecycle/object";
import { appliedOf, identityKey, isProvisional } from "../../provider/lifecycle/state";
import { capitalize } from "../../provider/lifecycle/wording";
import type { PendingOperation, StackResource, StackState } from "../state/stack-state";
import { ifNotNeeded, undecided } from "./diagnosis";
import type { Decisions, Diagnosis } from "./diagnosis";

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
export function conclude(operation: PendingOperation, definition: Definition, evidence: ConclusionBasis): Diagnosis {
  const { found = [], state, accepted } = evidence;
  const { resource } = operation;
  // In state if this was a replacement, or if a later update created it.
  const old = state.resources.find((one) => one.urn === resource.urn && !one.isLeaving && !isProvisional(one));
  const acceptedOne = found.find(({ id }) => accepted.includes(id));
  const first = acceptedOne ?? found.find(({ verdict }) => verdict === "ours") ?? found[0];
  // The engine copies the time at which the old resource of a replacement was recorded.
  const isReplacing = old?.createdAt === undefined || old.createdAt === resource.createdAt;
  if (first === undefined) return withoutResult(operation, definition, evidence, { old, isReplacing });
  const ids = found.map(({ id }) => id);
  const others = found.filter((one) => one !== first);
  const whichOthers = `Others that match: ${others.map(shown).join(", ")}. ${ifNotNeeded(others.flatMap(objectIds))}`;
  const deleteOthers = others.length === 0 ? "" : ` ${whichOthers}`;
  const records = first.records ? ` with ${first.records.join(", ")}` : "";
  const name = `${capitalize(definition.noun)} ${first.id}${records}${dateOf(first)}`;
  const ignore = `To ignore it, pass --discard ${resource.name}.`;
  // By the API's clock; NaN if it does not show both times.
  const newerByMs = Date.parse(String(first.created)) - Date.parse(String(old?.state.created));
  if (old && (newerByMs < 0 || !isReplacing)) {
    const but = isReplacing ? "it is older than" : "a later update created";
    const why = `${name} matches, but ${but} ${old.id}, which is in state. ${ifNotNeeded(found.map(shown))}`;
    if (isReplacing || acceptedOne) return undecided(operation, `${why} ${ignore}`, ids);
    return { pending: operation, result: "discarded", ids, explanation: why };
  }
  const otherStack = stackWithSameCreate(operation, definition, evidence.others);
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
    return undecided(operation, `${name} ${doubt}. ${ifYours}${deleteOthers} ${ignore}`, ids);
  }
  // Pulumi rejects a state in which a resource has no provider.
  if (!resource.provider)
    return undecided(
      operation,
      `The update created ${definition.noun} ${first.id}, but the provider of ${resource.name} is not in the state any more. If the program ` +
        `declares ${resource.name}, import it (\`import: "${first.id}"\`). If not, delete it in the service's console. Then pass --discard ${resource.name}.`,
      [first.id],
    );
  const andDeletes = old ? ` and deletes ${old.id}, which it replaces` : "";
  const explanation = `${name} exists. Once it is recorded in state, the next \`pulumi up\` completes it${andDeletes}.${deleteOthers}`;
  return { pending: operation, result: "created", ids: [first.id], explanation, found: first };
}

/** What a create led to for which the search shows nothing. */
function withoutResult(
  operation: PendingOperation,
  definition: Definition,
  { found, nowMs }: ConclusionBasis,
  { old, isReplacing }: { readonly old: StackResource | undefined; readonly isReplacing: boolean },
): Diagnosis {
  const { resource } = operation;
  if (old && !isReplacing) {
    const explanation = `A later update has recorded ${old.id}, which is in state.`;
    return { pending: operation, result: "discarded", ids: [], explanation };
  }
  if (!found)
    return undecided(
      operation,
      `Check the service's console to see whether it happened (${isAction(definition) ? definition.action.doing : ""}). If it did, set ` +
        "`alreadyDone: true` for one update. Otherwise, the next `pulumi up` runs it. On the machine that ran the interrupted update, " +
        "`pulumi up` can determine this itself.",
    );
  const { lost = [] } = appliedOf(resource.state);
  if (lost.some(({ at }) => nowMs - at < AGES.requestMs))
    return undecided(
      operation,
      "Its create has not been decided: nothing shows a result, but the request may still be carried out. Run `pulumi up --refresh`, " +
        `which continues the search, or pass --discard ${resource.name}.`,
    );
  const explanation = old
    ? `It created nothing. State still has ${old.id}, which the next \`pulumi up\` compares with the program.`
    : "It does not exist. The next `pulumi up` creates it.";
  return { pending: operation, result: "not-created", ids: [], explanation };
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
function stackWithSameCreate({ resource }: PendingOperation, definition: Definition, others: readonly StackState[]) {
  const wanted = ({ args }: StackResource): string => identityKey(definition, args);
  const isOfSame = (one: PendingOperation): boolean =>
    one.type === "creating" && one.resource.kind === resource.kind && wanted(one.resource) === wanted(resource);
  return others.find(({ pending }) => pending.some(isOfSame))?.stack;
}
