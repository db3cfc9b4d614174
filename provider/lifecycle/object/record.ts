import type { Values } from "../../definition/values";
import {
  SERVER_VALUES,
  appliedOf,
  argsOf,
  finishedState,
  givenArguments,
  locate,
  unfinishedState,
  withNotes,
} from "../state";
import type { Applied, Wanted } from "../state";
import type { ObjectOperation, ObjectRead } from "../context";
import type { WriteProgress } from "./converge";
import { appliedAfterCreate } from "./make";
import { ApiError } from "../../api/errors";
import { subResourceOutputs } from "../../definition/outputs";
import type { SubResource } from "../../definition/outputs";
import type { Definition } from "../../definition/definition";
import { whenReady } from "../waiting";

/** What was recorded before the operation. */
interface Before {
  /** Empty if nothing was recorded. */
  readonly state: Values;
  /** IDs of identical resources that the create did not adopt. */
  readonly duplicates: readonly string[];
}

/** The state of a resource that matches its inputs. */
export async function completeState(
  operation: ObjectOperation,
  live: Values,
  { state, duplicates }: Before,
): Promise<Values> {
  const { definition, args } = operation;
  const details = await readSubResources(operation, { live, state });
  return { ...withNotes(finishedState(definition, live, args), { duplicates }), ...details };
}

/** The state after a create that failed halfway, without the inputs that are not applied yet. */
export function stateAfterFailedCreate(
  { definition, args }: Wanted,
  progress: WriteProgress,
  duplicates: readonly string[],
): Values {
  const undone = appliedAfterCreate(definition, args).filter((name) => !progress.done.has(name));
  const reached = Object.fromEntries(Object.entries(args).filter(([name]) => !undone.includes(name)));
  const applied = { args: [...new Set([...givenArguments(definition, reached), ...progress.ambiguous])] };
  return withNotes(unfinishedState({ definition, args: reached }, progress.live, applied), { duplicates });
}

/** The state after an update that failed halfway, with the earlier inputs and those already applied. */
export function stateAfterFailedUpdate(
  { definition, args }: ObjectOperation,
  { live, done, ambiguous }: WriteProgress,
  { state, keepsStatus }: { readonly state: Values; readonly keepsStatus: boolean },
): Values {
  const { unfinished: _, keepsStatus: __, ...before } = appliedOf(state);
  // The value of a write-only input that may have changed is unknown, so the next `pulumi up` sends it in any case.
  const unknown = Array.from(ambiguous).filter((name) => definition.args[name]?.writeOnly);
  const reached = {
    ...argsOf(state),
    ...Object.fromEntries(Array.from(done, (name) => [name, args[name]])),
    ...Object.fromEntries(unknown.map((name) => [name, undefined])),
  };
  const applied: Applied = {
    ...before,
    args: [...new Set([...before.args, ...done, ...ambiguous])],
    ...(keepsStatus ? { keepsStatus } : {}),
  };
  return {
    ...unfinishedState({ definition, args: reached }, live, applied),
    ...(state[SERVER_VALUES] === undefined ? {} : { [SERVER_VALUES]: state[SERVER_VALUES] }),
    ...storedSubResources(definition, state),
  };
}

/** Status codes that mean "not now" or "not offered": rejected because of the resource's status, or a missing endpoint. */
const UNAVAILABLE = [400, 404, 405, 409];

function storedSubResources(definition: Definition, state: Values): Values {
  return Object.fromEntries(
    subResourceOutputs(definition.outputs).flatMap(([name]) => (name in state ? [[name, state[name]]] : [])),
  );
}

/** What is already known about the resource. */
interface Stored {
  readonly live: Values;
  readonly state: Values;
  /** The stored values may be outdated because of out-of-band changes. */
  readonly isRefresh?: boolean;
}

/**
 * Reads the outputs that have their own API paths, with one request per path whose outputs are not stored or may have changed. Keeps the
 * stored value if the API does not return it in the resource's current status. With a deadline, waits for missing ones.
 */
export async function readSubResources(object: ObjectRead, { live, state, isRefresh }: Stored): Promise<Values> {
  const { definition, context } = object;
  const known = storedSubResources(definition, state);
  if (context.omitsSubResources) return known;
  for (const [part, rule] of Object.entries(definition.outputs.subResources ?? {})) {
    const outputs = subResourceOutputs(definition.outputs, part);
    const isStored = outputs.every(([name]) => known[name] !== undefined && known[name] !== null);
    if (isStored && (rule.neverChanges || !isRefresh)) continue;
    const response = await ask(object, part, { rule, live });
    for (const [name, { field, secret }] of outputs) {
      // Null means "none", but never replaces a known value: such values do not disappear.
      if (response?.[field] === undefined || (response[field] === null && known[name] !== undefined)) continue;
      known[name] = response[field];
      if (secret) context.memory.noteSecret(response[field]);
    }
  }
  return known;
}

async function ask(
  object: ObjectRead,
  part: string,
  { rule, live }: { readonly rule: SubResource; readonly live: Values },
): Promise<Values | undefined> {
  const { definition, id, context, deadline } = object;
  const { path } = locate(definition, id);
  const send = (): Promise<Values> =>
    context.send({ method: "GET", path: `${path}/${part}`, signal: context.signal, deadlineMs: deadline?.at });
  const status = String(live.status);
  if (deadline && definition.status?.terminal?.[status] === undefined) {
    return whenReady({ ...object, deadline }, { statuses: rule.availableIn, seen: live }, send);
  }
  if (!rule.availableIn.includes(status)) return undefined;
  return send().catch((error: unknown) => {
    if (error instanceof ApiError && UNAVAILABLE.includes(error.status)) return undefined;
    throw error;
  });
}
