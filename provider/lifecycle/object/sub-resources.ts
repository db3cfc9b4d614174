import { ApiError } from "../../api/errors";
import { subResourceOutputs } from "../../definition/outputs";
import type { Definition } from "../../definition/definition";
import type { SubResource } from "../../definition/outputs";
import type { Values } from "../../definition/values";
import { locate } from "../state";
import type { ObjectRead } from "../context";
import { whenReady } from "../waiting";

/** Answers that mean "not now" or "not offered": a refusal because of the status, and a missing endpoint. */
const UNAVAILABLE = [400, 404, 405, 409];

/** The stored outputs of the sub-resources. */
export function storedSubResources(definition: Definition, state: Values): Values {
  return Object.fromEntries(
    subResourceOutputs(definition.outputs).flatMap(([name]) => (name in state ? [[name, state[name]]] : [])),
  );
}

/** What is known of the object. */
interface Stored {
  readonly live: Values;
  readonly state: Values;
  /** Somebody else may have changed what is stored. */
  readonly isRefresh?: boolean;
}

/**
 * Reads the outputs that have paths of their own, with one request for each path whose outputs are not stored or can have
 * changed. What the service does not show in the object's status keeps the stored value; with a deadline, a missing one is
 * waited for.
 */
export async function readSubResources(object: ObjectRead, { live, state, isRefresh }: Stored): Promise<Values> {
  const { definition, context } = object;
  const known = storedSubResources(definition, state);
  if (context.omitsSubResources) return known;
  for (const [part, rule] of Object.entries(definition.outputs.subResources ?? {})) {
    const outputs = subResourceOutputs(definition.outputs, part);
    const isStored = outputs.every(([name]) => known[name] !== undefined && known[name] !== null);
    if (isStored && (rule.neverChanges || !isRefresh)) continue;
    const answer = await ask(object, part, { rule, live });
    for (const [name, { field, secret }] of outputs) {
      // Null means "none". It is not believed where there was a value: these never go away.
      if (answer?.[field] === undefined || (answer[field] === null && known[name] !== undefined)) continue;
      known[name] = answer[field];
      if (secret) context.memory.noteSecret(answer[field]);
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
