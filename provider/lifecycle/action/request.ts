import { CloudError, isAmbiguous } from "../../api/errors";
import type { ApiError } from "../../api/errors";
import type { ActionDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { collectionPath, isOwnId } from "../state";
import { withoutId } from "../context";
import { noteIntent, once } from "../ownership";
import { messageOf, sentence } from "../wording";
import { isBusy, isGeneralRefusal, poll, recheck, tooLate } from "../waiting";
import type { ActionOperation } from "./evidence";
import { allMarkers, newMarker } from "./evidence";
import { areReady, readSubject, waitForSubjects } from "./wait";

/** How far an action has got. Part of the state while it is unfinished. */
export interface Begun {
  /** What the service showed before the request. */
  readonly before: readonly string[];
  /** What it has shown since then. */
  readonly mark?: string;
  /**
   * The answer to the request got lost, and nothing shows whether it was carried out. States have this under this name.
   */
  readonly unclear?: true;
  /** The journal's name of the request. */
  readonly intent?: string;
}

/** The request was sent, and its answer shows neither success nor failure. */
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
 * Sends the request once, as soon as everything it needs is ready; again only if the service refuses it because
 * something else is running.
 * @throws AmbiguousError when it may have been carried out although no success was answered
 */
export function sendOnce(operation: ActionOperation): Promise<Begun> {
  const { definition, args, deadline, context } = operation;
  const { before, doing } = definition.action;
  return poll(operation, async (isLast) => {
    const [status] = await waitForSubjects(operation, { subjects: before, values: args }, NOTHING_SENT);
    return attempt(operation, status).catch((error: unknown) => {
      if (!(error instanceof BusyError)) throw error;
      if (isLast) {
        const rejected = `The API still rejects the request to ${doing} (${error.message})`;
        throw tooLate(rejected, { deadline, afterwards: NOTHING_SENT });
      }
      context.progress(`${error.message.replace(/\.$/, "")}; waiting to retry`);
      return undefined;
    });
  });
}

/** Nothing was done; a later attempt may succeed. */
class BusyError extends Error {}

/** @param status the status of the action's first subject, just before */
async function attempt(operation: ActionOperation, status: string | undefined): Promise<Begun> {
  const { definition, args, deadline, context } = operation;
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
    const answer = await once({
      context,
      request: {
        path,
        ...(body ? { body } : {}),
        deadlineMs: deadline.at,
        rejectReason: action.answersObject ? withoutId(definition) : undefined,
      },
      idOf: (made) => markIn(definition, made),
      async note() {
        const noted = await noteIntent(operation, before);
        if (noted.intent !== undefined) begun = { before, intent: noted.intent };
        return noted;
      },
      afterRefusal: () => findDone(operation, begun),
      // What keeps the service busy may be the request that it refused first.
      isUnclear: (error, isRepeated) => isAmbiguous(error) || (isRepeated && isBusy(error)),
      unclear: (last) => new AmbiguousError({ ...begun, unclear: true }, last),
    });
    const mark = markIn(definition, answer);
    return { ...begun, ...(mark === undefined ? {} : { mark }) };
  } catch (error) {
    if (error instanceof AmbiguousError) throw error;
    if (isBusy(error) || (await isQueued(operation, status, error))) {
      throw new BusyError((error as ApiError).reasons.map(({ reason }) => reason).join("; "));
    }
    throw error;
  }
}

/** The mark that the response itself shows: the id of the object that was made. */
function markIn(definition: ActionDefinition, { id }: Values): string | undefined {
  return definition.action.evidence.shows === "object" && isOwnId(definition, id) ? String(id) : undefined;
}

/**
 * The response to a request that was refused, if the service shows that it was carried out all the same.
 * @throws AmbiguousError when something has begun since, which may be what was asked for
 */
async function findDone(operation: ActionOperation, known: Begun): Promise<Values | undefined> {
  const { definition, args } = operation;
  const { before: subjects, evidence } = definition.action;
  if (!(await areReady(operation, { subjects, values: args })) && evidence.shows !== "beginning") {
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
 * Whether the request was refused because too many of its kind are running. The service words that freely, and the last
 * of them may have ended by now.
 */
async function isQueued(operation: ActionOperation, status: string | undefined, error: unknown): Promise<boolean> {
  const { before, queuesWhile } = operation.definition.action;
  const [subject] = before;
  if (!isGeneralRefusal(error) || !subject || !queuesWhile) return false;
  if (status !== undefined && queuesWhile.includes(status)) return true;
  const now = await readSubject(operation, subject, operation.args);
  return queuesWhile.includes(String(now.status));
}

/**
 * Looks for what a request without a clear answer did. Ctrl-C only ends the wait for a subject that is being worked on.
 */
export async function findEvidence(
  operation: ActionOperation,
  { before }: Begun,
  afterwards: string,
): Promise<string | undefined> {
  const { definition, args, context } = operation;
  const { before: subjects, evidence } = definition.action;
  context.progress("ambiguous response to the request; looking for its result");
  const find = (): Promise<string | undefined> => newMarker(operation, before, { isAccepted: false });
  let isUnderWay = false;
  const found = await recheck(context, async () => {
    isUnderWay = !(await areReady(operation, { subjects, values: args }));
    if (isUnderWay && evidence.shows !== "beginning") return { mark: undefined };
    const mark = await find();
    return mark === undefined ? undefined : { mark };
  });
  if (found?.mark !== undefined || !isUnderWay) return found?.mark;
  // What is running may be this very action, which shows its result at the end.
  await waitForSubjects(operation, { subjects, values: args }, afterwards);
  return evidence.shows === "beginning" ? undefined : find();
}

/** The error when nothing shows (yet) whether the request was carried out. */
export function ambiguousOutcome({ action }: ActionDefinition, lost: string): CloudError {
  const next =
    action.evidence.shows === "beginning"
      ? "Check in the service whether it happened. If it did, set `alreadyDone: true`; to run it again, change triggers."
      : "Run `pulumi up` again: it checks the result, and retries only if the request had no effect.";
  return new CloudError(
    `Could not confirm the request to ${action.doing}. It was not retried. ${next} Cause: ${sentence(lost)}`,
  );
}

/** The error when the service shows that the request was not carried out. */
export function notCarriedOut(definition: ActionDefinition, lost: string): CloudError {
  return new CloudError(
    `The request to ${definition.action.doing} got an ambiguous response, and the API shows no result. It was not retried. Run ` +
      `\`pulumi up\` again once the service recovers. The state was not changed. Cause: ${sentence(lost)}`,
  );
}
