import { isAmbiguous, joinReasons, withoutPeriod } from "../../api/errors";
import type { ApiError } from "../../api/errors";
import type { ActionDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { collectionPath, isOwnId } from "../state";
import { rejectWithoutId } from "../context";
import { intentOf, once } from "../ownership";
import { isBusy, isGeneralRejection, poll, timeoutError } from "../waiting";
import type { ActionOperation } from "./evidence";
import { allMarkers, newMarker } from "./evidence";
import { notCarriedOutError, outcomeOf } from "./outcome";
import type { Begun } from "./outcome";
import { areSubjectsReady, readSubject, waitForSubjects } from "./wait";

const NOTHING_SENT = "Nothing was changed: run the same command again later";

/**
 * Sends the request once, as soon as everything it requires is ready. Retries only if the API rejects it because another operation is in
 * progress, or if an update finds that it had no effect.
 * @throws UnfinishedError if it may have been carried out although the response was not a success
 */
export function sendOnce(operation: ActionOperation): Promise<Begun> {
  const { definition, args, deadline, context } = operation;
  const { before, doing } = definition.action;
  return poll(operation, async (isLast) => {
    const [status] = await waitForSubjects(operation, { subjects: before, values: args }, NOTHING_SENT);
    try {
      return await attempt(operation);
    } catch (error) {
      if (!isBusy(error) && !(await isQueued(operation, status, error))) throw error;
      const reason = withoutPeriod(joinReasons((error as ApiError).reasons.map((one) => one.reason)));
      const rejected = `The API still rejects the request to ${doing} (${reason})`;
      if (isLast) throw timeoutError(rejected, { deadline, afterwards: NOTHING_SENT });
      context.progress(`${reason}; waiting to retry`);
      return undefined;
    }
  });
}

async function attempt(operation: ActionOperation): Promise<Begun> {
  const { definition, args, context } = operation;
  const { action } = definition;
  const before = await allMarkers(operation);
  // Nothing new starts after Ctrl-C.
  context.signal.throwIfAborted();
  context.progress(`sending the request to ${action.doing}`);
  const body = action.body?.(args);
  let begun: Begun = { before };
  const search = async (lost: string): Promise<Values | undefined> => {
    const found = await outcomeOf(operation, begun, lost);
    // The next update retries a request that this create sent.
    if (!found && operation.id === undefined) throw notCarriedOutError(definition, lost);
    begun = found ?? begun;
    return found && { id: found.mark };
  };
  const response = await once({
    context,
    request: {
      path: collectionPath(definition, args),
      ...(body ? { body } : {}),
      rejectReason: action.after.some(({ id }) => id === "id") ? rejectWithoutId(definition) : undefined,
    },
    idOf: (made) => markIn(definition, made),
    async note() {
      const intent = await context.journal.note(intentOf(operation, before));
      begun = { before, intent };
      return intent;
    },
    afterRejection: () => findStarted(operation, before, search),
    afterAmbiguousResponse: (last) => search(last.message),
    // The operation in progress may be the one whose request was rejected first.
    mayHaveTakenEffect: (error, isRetry) => isAmbiguous(error) || (isRetry && isBusy(error)),
    ambiguousError: (last) => notCarriedOutError(definition, last.message),
  });
  const mark = begun.mark ?? markIn(definition, response);
  return { ...begun, ...(mark === undefined ? {} : { mark }) };
}

/** The marker in the response itself: the ID of the created resource. */
function markIn(definition: ActionDefinition, { id }: Values): string | undefined {
  return definition.action.evidence.shows === "object" && isOwnId(definition, id) ? String(id) : undefined;
}

/** Stands in for the response to a rejected request, if the API shows that it was carried out nevertheless. */
async function findStarted(
  operation: ActionOperation,
  known: readonly string[],
  search: (lost: string) => Promise<Values | undefined>,
): Promise<Values | undefined> {
  const { definition, args } = operation;
  const { before: subjects, evidence } = definition.action;
  // What has started may be the requested operation.
  if (!(await areSubjectsReady(operation, { subjects, values: args })) && evidence.shows !== "beginning")
    return search("it was rejected, but something has started since");
  const mark = await newMarker(operation, known, { isAccepted: false });
  return mark === undefined ? undefined : { id: mark };
}

/**
 * Whether the request was rejected because too many such operations are in progress. The documents specify no error text for that, and the
 * last operation may have ended by now, so the subject's status before and after the request is checked.
 */
async function isQueued(operation: ActionOperation, status: string | undefined, error: unknown): Promise<boolean> {
  const { before, after } = operation.definition.action;
  const [subject] = before;
  const settled = after.find(({ id }) => id === subject?.id)?.ready;
  const queuesWhile = subject?.ready.filter((one) => settled?.includes(one) === false) ?? [];
  if (!isGeneralRejection(error) || !subject || queuesWhile.length === 0) return false;
  if (status !== undefined && queuesWhile.includes(status)) return true;
  const now = await readSubject(operation, subject, operation.args);
  return queuesWhile.includes(String(now.status));
}
