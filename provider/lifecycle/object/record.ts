import type { Values } from "../../definition/values";
import {
  appliedOf,
  argsOf,
  finishedState,
  givenArguments,
  locate,
  refreshedState,
  unfinishedState,
  withNotes,
  withRecorded,
} from "../state";
import type { Applied, Wanted } from "../state";
import { readOptionsOf } from "../context";
import type { ObjectOperation, ObjectRead } from "../context";
import type { WriteProgress } from "./converge";
import { appliedAfterCreate, notInCreate } from "./make";
import { treatmentOf } from "./plan";
import { ApiError } from "../../api/errors";
import { readParts } from "../../api/reads";
import { subResourceOutputs } from "../../definition/outputs";
import { statusIn } from "../../definition/status";
import type { Definition } from "../../definition/definition";
import { whenReady } from "../waiting";

/** What was recorded before the operation. */
interface Before {
  /** Empty if nothing was recorded. */
  readonly state: Values;
  /** IDs of identical resources that the create did not adopt. */
  readonly duplicates: readonly string[];
  /** Inputs whose live value differs and stays: they also stay as recorded, so that only a refresh shows them as changed. */
  readonly leaves?: readonly string[];
}

/** The state of a resource that matches its inputs. */
export async function completeState(
  operation: ObjectOperation,
  live: Values,
  { state, duplicates, leaves = [] }: Before,
): Promise<Values> {
  const { definition, args } = operation;
  const details = await readSubResources(operation, { live, state });
  const whole = { ...live, ...(await readMissingParts(operation, live)) };
  const now = withRecorded(finishedState(definition, whole, args), state, leaves);
  return { ...withNotes(now, { duplicates }), ...details };
}

/** The responses to a create and an update lack what has a path of its own. */
function readMissingParts({ definition, id, context, deadline }: ObjectRead, live: Values): Promise<Values> {
  const missing = Object.entries(definition.outputs.parts ?? {}).filter(([name]) => !Object.hasOwn(live, name));
  const limits = { deadlineMs: deadline?.at, ...readOptionsOf(context) };
  return readParts(context.send, locate(definition, id).path, { parts: Object.fromEntries(missing), ...limits });
}

/** The state after a create that failed halfway, without the inputs that are not applied yet. */
export function stateAfterFailedCreate(
  { definition, args }: Wanted,
  progress: WriteProgress,
  duplicates: readonly string[],
): Values {
  const { done, ambiguous, live } = progress;
  const unsent = appliedAfterCreate(definition, args).filter((name) => !done.has(name));
  const given = givenArguments(definition, args).filter((name) => !unsent.includes(name));
  const unseen = notInCreate(definition, args).filter((name) => !done.has(name));
  const reached = Object.entries(args).filter(([name]) => ![...unsent, ...unseen].includes(name));
  const applied = { args: [...new Set([...given, ...ambiguous])], ...unconfirmed({ definition, args }, progress, {}) };
  const state = unfinishedState({ definition, args: Object.fromEntries(reached) }, live, applied);
  return withNotes(state, { duplicates });
}

/** The state after an update that failed halfway: as before, except for the inputs that the live resource has been shown to have. */
export function stateAfterFailedUpdate(
  { definition, args }: ObjectOperation,
  progress: WriteProgress,
  { state, keepsStatus }: { readonly state: Values; readonly keepsStatus: boolean },
): Values {
  const { done, ambiguous, live } = progress;
  const { unfinished: _, keepsStatus: __, unconfirmed: ___, ...before } = appliedOf(state);
  const sent = unconfirmed({ definition, args }, progress, state);
  const reached = Array.from(done).filter((name) => !sent.unconfirmed?.includes(name));
  const applied: Applied = {
    ...before,
    ...sent,
    args: [...new Set([...before.args, ...done, ...ambiguous])],
    ...(keepsStatus ? { keepsStatus } : {}),
  };
  const inputs = { ...argsOf(state), ...Object.fromEntries(reached.map((name) => [name, args[name]])) };
  const now = unfinishedState({ definition, args: inputs }, live, applied);
  const others = givenArguments(definition, { ...argsOf(state), ...args }).filter((name) => !reached.includes(name));
  return { ...withRecorded(now, state, others), ...storedSubResources(definition, state) };
}

/** The inputs that were sent, and that the live resource has not been shown to have. */
function unconfirmed(
  wanted: Wanted,
  { done, ambiguous, live }: WriteProgress,
  state: Values,
): Pick<Applied, "unconfirmed"> {
  const sent = new Set([...(appliedOf(state).unconfirmed ?? []), ...done, ...ambiguous]);
  const { sends } = treatmentOf(wanted, state, refreshedState(wanted.definition, state, live));
  const names = sends.filter((name) => sent.has(name) && !(done.has(name) && wanted.definition.args[name]?.writeOnly));
  return names.length > 0 ? { unconfirmed: names } : {};
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
  for (const [part, changes] of Object.entries(definition.outputs.subResources ?? {})) {
    const outputs = subResourceOutputs(definition.outputs, part);
    const isStored = outputs.every(([name]) => known[name] !== undefined && known[name] !== null);
    if (isStored && (changes === "never changes" || !isRefresh)) continue;
    const response = await ask(object, part, live);
    for (const [name, { field, secret }] of outputs) {
      // Null means "none", but never replaces a known value: such values do not disappear.
      if (response?.[field] === undefined || (response[field] === null && known[name] !== undefined)) continue;
      known[name] = response[field];
      if (secret) context.memory.noteSecret(response[field]);
    }
  }
  return known;
}

async function ask(object: ObjectRead, part: string, live: Values): Promise<Values | undefined> {
  const { definition, id, context, deadline } = object;
  const { path } = locate(definition, id);
  const send = (): Promise<Values> =>
    context.send({ method: "GET", path: `${path}/${part}`, signal: context.signal, deadlineMs: deadline?.at });
  const status = String(statusIn(definition, live));
  if (deadline && definition.status?.terminal?.[status] === undefined) {
    return whenReady({ ...object, deadline }, { statuses: definition.status?.idle, seen: live }, send);
  }
  if (!definition.status?.idle.includes(status)) return undefined;
  return send().catch((error: unknown) => {
    if (error instanceof ApiError && UNAVAILABLE.includes(error.status)) return undefined;
    throw error;
  });
}
