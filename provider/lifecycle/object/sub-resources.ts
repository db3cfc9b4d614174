import { ApiError } from "../../api/errors";
import { subResourceOutputs } from "../../definition/outputs";
import type { Definition } from "../../definition/definition";
import type { SubResource } from "../../definition/outputs";
import type { Values } from "../../definition/values";
import type { Context, Deadline } from "../state/context";
import { locate } from "../state/ids";
import { whenReady } from "../waiting/retry-while-busy";

/** Answers that say "not now" or "not here": a state refusal, and an endpoint that the service lacks. */
const NOT_TOLD = [400, 404, 405, 409];

/** What the state has of the outputs that only paths of their own tell. */
export function storedDetails(definition: Definition, state: Values): Values {
  return Object.fromEntries(
    subResourceOutputs(definition.outputs).flatMap(([name]) => (name in state ? [[name, state[name]]] : [])),
  );
}

/**
 * Reads the outputs that only paths of their own tell, one request for each path. What the service does not tell in the object's
 * status keeps the stored value; with a deadline, what has none is waited for.
 */
export async function readDetails(
  definition: Definition,
  id: string,
  { live, state, deadline }: { live: Values; state: Values; deadline?: Deadline },
  context: Context,
): Promise<Values> {
  const details = storedDetails(definition, state);
  for (const [part, rule] of Object.entries(definition.outputs.subResources ?? {})) {
    const outputs = subResourceOutputs(definition.outputs, part);
    const answer = await ask(
      definition,
      id,
      part,
      { rule, live, deadline: outputs.every(([name]) => details[name] !== undefined) ? undefined : deadline },
      context,
    );
    for (const [name, { field, secret }] of outputs) {
      // Null is "none"; where there was a value, it is not believed: these never go away.
      if (answer?.[field] === undefined || (answer[field] === null && details[name] !== undefined)) continue;
      details[name] = answer[field];
      if (secret) context.memory.secrets.add(answer[field]);
    }
  }
  return details;
}

async function ask(
  definition: Definition,
  id: string,
  part: string,
  { rule, live, deadline }: { rule: SubResource; live: Values; deadline: Deadline | undefined },
  context: Context,
): Promise<Values | undefined> {
  const { path } = locate(definition, id);
  const send = (): Promise<Values> =>
    context.send({ method: "GET", path: `${path}/${part}`, signal: context.signal, deadlineMs: deadline?.at });
  const status = String(live.status);
  if (deadline && definition.status?.terminal?.[status] === undefined) {
    return whenReady(definition, id, { statuses: rule.availableIn, seen: live, deadline }, send, context);
  }
  if (!rule.availableIn.includes(status)) return undefined;
  return send().catch((error: unknown) => {
    if (error instanceof ApiError && NOT_TOLD.includes(error.status)) return undefined;
    throw error;
  });
}
