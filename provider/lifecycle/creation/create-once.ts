import { ApiError, CloudError, isNotFound } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { claim, objectEvidence, once, withCreateLock } from "../ownership";
import { withoutId } from "../context";
import { sentence } from "../wording";
import type { Operation } from "../context";
import { retryWhileBusy } from "../waiting";

/** The POST that creates an object. */
interface CreateRequest {
  readonly path: string;
  readonly body: Values;
}

/** Decides when the request is sent, and whether again after a refusal. */
type Attempt = (send: () => Promise<Values>) => Promise<Values>;

/** Sends the POST, one of several lookalikes at a time, so that there are never two objects. */
export function createOnce(
  operation: Operation,
  { path, body }: CreateRequest,
  attempt: Attempt = (send) => send(),
): Promise<Values> {
  const { definition, context, deadline } = operation;
  return withCreateLock(operation, async () => {
    const live = await once({
      context,
      request: { path, body, deadlineMs: deadline.at, rejectReason: withoutId(definition) },
      idOf: ({ id }) => String(id),
      ...objectEvidence(operation, body),
      inTurn: (send) => attempt(() => whilePassing(operation, send)),
      unclear: (last) => neverClear(definition, last),
    });
    return claim(operation, live);
  });
}

function neverClear({ noun }: Definition, last: Error): CloudError {
  return new CloudError(
    `Run \`pulumi up\` again when the service is well: creating this ${noun} got no clear response, and the service does not list it. ` +
      `Nothing was recorded. The last response: ${sentence(last)}`,
  );
}

/** Sends the POST again while the refusal is one that the kind declares temporary. */
async function whilePassing(operation: Operation, send: () => Promise<Values>): Promise<Values> {
  const passing = operation.definition.creation?.retriesOn;
  try {
    return await retryWhileBusy(operation, {
      send,
      willPass: (error) =>
        error instanceof ApiError && error.reasons.some(({ reason }) => passing?.test(reason) === true),
      waitingFor: "until it passes",
    });
  } catch (error) {
    throw withCulprit(operation, error);
  }
}

/**
 * A 404 to a create is about something that an argument names; if only one argument can be meant, the error says which.
 */
function withCulprit({ definition, args }: Operation, error: unknown): unknown {
  if (!isNotFound(error)) return error;
  const reasons = Object.entries(definition.args).flatMap(([property, { sent }]) =>
    sent?.whenNotFound === undefined || args[property] === undefined ? [] : [{ property, reason: sent.whenNotFound }],
  );
  return reasons.length === 1 ? new ApiError(error.request, error.status, reasons) : error;
}
