import { fillPath } from "../../definition/definition";
import { ownOutputs } from "../../definition/outputs";
import type { ActionDefinition } from "../../definition/definition";
import { NotFoundError } from "../../api/errors";
import type { Values } from "../../definition/values";
import { listedAsRead, listEverywhere, read, remove } from "../object";
import type { Read } from "../object";
import { APPLIED, appliedOf, argsOf, idOf } from "../state";
import type { Recorded } from "../state";
import { readEvidence } from "../context";
import type { Context, Collection } from "../context";
import { confirmMissing } from "../waiting";
import { findCreated, noStoredObject } from "./run";

/** Reads the resource that the action created. For an action that creates none, returns the state without a request. */
export async function readAction(
  definition: ActionDefinition,
  { id, state }: Recorded,
  context: Context,
): Promise<Read | undefined> {
  const isRefresh = state[APPLIED] !== undefined;
  if (definition.action.evidence.shows !== "object" && !isRefresh) throw noStoredObject(definition);
  const known = isRefresh ? objectId(definition, state) : id;
  if (definition.action.evidence.shows !== "object" || known === undefined) return { state, inputs: argsOf(state) };
  // Not coalesced, because the list of an instance's backups is not paginated.
  const { direct } = context.reads;
  return read(definition, { id: known, state }, { ...context, reads: { ...context.reads, recent: direct } });
}

/** Deletes what the action created, or only removes it from state, as the definition specifies. */
export async function removeAction(definition: ActionDefinition, recorded: Recorded, context: Context): Promise<void> {
  const { id, state } = recorded;
  const { deleting } = definition.action;
  if (deleting !== "delete") {
    if (deleting !== "forget") context.warn(`Removed ${definition.noun} ${id} from state only: ${deleting}`);
    return;
  }
  const object = objectId(definition, state) ?? (await listedMeanwhile(definition, recorded, context));
  if (object !== undefined) await remove(definition, { id: object, state }, context);
}

/**
 * The ID of the resource to delete. After an interrupted create, it is searched for first. If the source no longer exists, neither does the
 * resource.
 */
async function listedMeanwhile(
  definition: ActionDefinition,
  { id, state }: Recorded,
  context: Context,
): Promise<string | undefined> {
  if (appliedOf(state).unfinished !== true) return id;
  const [subject] = definition.action.before;
  try {
    if (subject) await context.reads.fresh(fillPath(subject.collection, state), String(state[subject.id]));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmMissing(definition, error, context);
    return undefined;
  }
  return findCreated(definition, state, context);
}

/** The ID of the created resource. The Pulumi ID may differ, if it was assigned before this one was known. */
function objectId(definition: ActionDefinition, state: Values): string | undefined {
  const [name = ""] = ownOutputs(definition.outputs).find(([, field]) => field === "id") ?? [];
  const own = state[name];
  return own === undefined || own === null ? undefined : idOf(definition, state, { id: own });
}

/** All resources that such actions have created, including those not run through Pulumi; none if the action creates none. */
export function listAction(definition: ActionDefinition, args: Values, context: Context): Promise<readonly Recorded[]> {
  const { shows, noneWhile, results } = definition.action.evidence;
  if (shows !== "object") return Promise.resolve([]);
  const listIn = async ({ args, parent }: Collection): Promise<readonly Recorded[]> => {
    if (parent && noneWhile?.includes(String(parent.status))) return [];
    const objects = results(await readEvidence({ definition, args, context }));
    return listedAsRead(definition, { args, objects }, context);
  };
  return listEverywhere(definition, args, { context, listIn });
}
