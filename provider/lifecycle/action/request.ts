import { CloudError, isAmbiguous, joinReasons, withoutPeriod } from "../../api/errors";
import type { ApiError } from "../../api/errors";
import type { ActionDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { AGES } from "../../journal/ages";
import type { KnownRequest, OpenIntent } from "../../journal/intent";
import { collectionPath, isOwnId } from "../state";
import { rejectWithoutId } from "../context";
import { intentOf, once } from "../ownership";
import { messageOf, sentence, when } from "../wording";
import { isBusy, isGeneralRejection, poll, recheck, timeoutError } from "../waiting";
import type { ActionOperation } from "./evidence";
import { allMarkers, newMarker } from "./evidence";
import { areSubjectsReady, readSubject, waitForSubjects } from "./wait";

/** Progress of an action. Part of the state while the action is unfinished. */
export interface Begun {
  /** The markers that the API showed before the request. */
  readonly before: readonly string[];
  /** The new marker that it has shown since. */
  readonly mark?: string;
  /** The response was ambiguous, and nothing shows whether the request was carried out. The name is part of stored states. */
  readonly unclear?: true;
  /** The journal's ID of the request. */
  readonly intent?: string;
}

/** The request was sent, and the response shows neither success nor failure. */
export class AmbiguousError extends Error {
  override readonly name = "AmbiguousError";
  constructor(
    readonly begun: Begun,
    readonly lost: Error,
  ) {
    super(lost.message);
  }
}

const NOTHING_SENT = "Nothing was changed: run `pulumi up` again later";

/**
 * Sends the request once, as soon as everything it requires is ready. Retries only if the API rejects it because another operation is in
 * progress.
 * @throws AmbiguousError if it may have been carried out although the response was not a success
 */
export function sendOnce(operation: ActionOperation): Promise<Begun> {
  const { definition, args, deadline, context } = operation;
  const { before, doing } = definition.action;
  return poll(operation, async (isLast) => {
    const [status] = await waitForSubjects(operation, { subjects: before, values: args }, NOTHING_SENT);
    return attempt(operation, status).catch((error: unknown) => {
      if (!(error instanceof BusyError)) throw error;
      if (isLast) {
        const rejected = `The API still rejects the request to ${doing} (${withoutPeriod(error.message)})`;
        throw timeoutError(rejected, { deadline, afterwards: NOTHING_SENT });
      }
      context.progress(`${withoutPeriod(error.message)}; waiting to retry`);
      return undefined;
    });
  });
}

/** Nothing was changed; a later attempt may succeed. */
class BusyError extends Error {}

/** @param status the status of the action's first subject, read just before */
async function attempt(operation: ActionOperation, status: string | undefined): Promise<Begun> {
  const { definition, args, context } = operation;
  const { action } = definition;
  const before = await allMarkers(operation).catch((error: unknown) => {
    throw isBusy(error) ? new BusyError(messageOf(error)) : error;
  });
  // Nothing new starts after Ctrl-C.
  context.signal.throwIfAborted();
  context.progress(`sending the request to ${action.doing}`);
  const body = action.body?.(args);
  const path = collectionPath(definition, args);
  let begun: Begun = { before };
  try {
    const response = await once({
      context,
      request: {
        path,
        ...(body ? { body } : {}),
        rejectReason: action.after.some(({ id }) => id === "id") ? rejectWithoutId(definition) : undefined,
      },
      idOf: (made) => markIn(definition, made),
      async note() {
        const noted = await context.journal.note(intentOf(operation, before));
        if (noted.id !== undefined) begun = { before, intent: noted.id };
        return noted;
      },
      afterRejection: () => findStarted(operation, begun),
      // The operation in progress may be the one whose request was rejected first.
      mayHaveTakenEffect: (error, isRetry) => isAmbiguous(error) || (isRetry && isBusy(error)),
      ambiguousError: (last) => new AmbiguousError({ ...begun, unclear: true }, last),
    });
    const mark = markIn(definition, response);
    return { ...begun, ...(mark === undefined ? {} : { mark }) };
  } catch (error) {
    if (error instanceof AmbiguousError) throw error;
    if (isBusy(error) || (await isQueued(operation, status, error))) {
      throw new BusyError(joinReasons((error as ApiError).reasons.map(({ reason }) => reason)));
    }
    throw error;
  }
}

/** The marker in the response itself: the ID of the created resource. */
function markIn(definition: ActionDefinition, { id }: Values): string | undefined {
  return definition.action.evidence.shows === "object" && isOwnId(definition, id) ? String(id) : undefined;
}

/**
 * Stands in for the response to a rejected request, if the API shows that it was carried out nevertheless.
 * @throws AmbiguousError if an operation has started since, which may be the requested one
 */
async function findStarted(operation: ActionOperation, known: Begun): Promise<Values | undefined> {
  const { definition, args } = operation;
  const { before: subjects, evidence } = definition.action;
  if (!(await areSubjectsReady(operation, { subjects, values: args })) && evidence.shows !== "beginning") {
    throw new AmbiguousError(
      { ...known, unclear: true },
      new CloudError("it was rejected, but something has started since"),
    );
  }
  const mark = await newMarker(operation, known.before, { isAccepted: false });
  if (mark === undefined) return undefined;
  return evidence.shows === "object" ? { id: Number(mark) } : {};
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

/** Searches for the result of a request with an ambiguous response. Ctrl-C only stops the wait for a busy subject. */
export async function findEvidence(
  operation: ActionOperation,
  { before }: Begun,
  afterwards: string,
): Promise<string | undefined> {
  const { definition, args, context } = operation;
  const { before: subjects, evidence } = definition.action;
  context.progress("ambiguous response to the request; searching for its result");
  const find = (): Promise<string | undefined> => newMarker(operation, before, { isAccepted: false });
  let isUnderWay = false;
  const found = await recheck(
    context,
    async () => {
      isUnderWay = !(await areSubjectsReady(operation, { subjects, values: args }));
      if (isUnderWay && evidence.shows !== "beginning") return { mark: undefined };
      const mark = await find();
      return mark === undefined ? undefined : { mark };
    },
    AGES.visibleMs,
  );
  if (found?.mark !== undefined || !isUnderWay) return found?.mark;
  // The operation in progress may be this action, which shows its result only at the end.
  await waitForSubjects(operation, { subjects, values: args }, afterwards);
  return evidence.shows === "beginning" ? undefined : find();
}

/** The error if nothing shows (yet) whether the request was carried out. */
export function ambiguousOutcomeError({ action }: ActionDefinition, lost: string): CloudError {
  const next =
    action.evidence.shows === "beginning"
      ? "Check the service's console to see whether it happened. If it did, set `alreadyDone: true`; to run it again, change triggers."
      : "Run `pulumi up` again: it checks the result, and retries only if the request had no effect.";
  return new CloudError(
    `Could not confirm the request to ${action.doing}. It was not retried. ${next} Cause: ${sentence(lost)}`,
  );
}

/** The error if the API shows that the request was not carried out. */
export function notCarriedOutError(definition: ActionDefinition, lost: string): CloudError {
  return new CloudError(
    `It is unknown whether the request to ${definition.action.doing} took effect: the response was ambiguous, and the API shows no result. It was not retried. Run ` +
      `\`pulumi up\` again once the service recovers. The state was not changed. Cause: ${sentence(lost)}`,
  );
}

/** The error of an action that a completed update has run. */
export function ranInOrder({ action }: ActionDefinition, intent: OpenIntent): CloudError {
  return new CloudError(
    `An earlier update (${when(intent)}) sent the request to ${action.doing} and completed, so the state had the result. To run it ` +
      "again, run `pulumi refresh`, then the same command again, or change triggers. If that state was lost, set `alreadyDone: true` for " +
      "one update. Nothing was sent.",
  );
}

/** The error of an action of which the state shows only that it was being run. */
export function perhapsRan({ action }: ActionDefinition, request: KnownRequest): CloudError {
  return new CloudError(
    `An update that was killed (state of ${when(request)}) may have sent the request to ${action.doing}, and nothing shows it. Check the service's ` +
      "console to see whether it happened. If it did, set `alreadyDone: true`; to run it again, change triggers. Nothing was sent.",
  );
}
