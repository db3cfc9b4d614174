import { CloudError } from "../../api/errors";
import type { ActionDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { AGES } from "../../journal/ages";
import type { KnownRequest, OpenIntent } from "../../journal/intent";
import { UnfinishedError, appliedOf, givenArguments, idOf, unfinishedState, withNotes } from "../state";
import type { Applied, Wanted } from "../state";
import { recheck } from "../waiting";
import { RESUMES, UNCONFIRMED, messageOf, sentence, when } from "../wording";
import { newMarker } from "./evidence";
import type { ActionOperation } from "./evidence";
import { areSubjectsReady, waitForSubjects } from "./wait";

export const ACTION_RESUMES = `${RESUMES} waiting (the action does not run again)`;

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

/** Hidden state of an action, with its progress while it is unfinished. */
interface ActionApplied extends Applied {
  readonly begun?: Begun;
}

/** What the journal shows of an earlier run. */
export function begunBy({ id, before = [], response }: OpenIntent): Begun {
  if (!response) return { before, intent: id, unclear: true };
  return { before, intent: id, ...(response.made !== undefined && { mark: response.made }) };
}

export function begunIn(state: Values): Begun | undefined {
  return (appliedOf(state) as ActionApplied).begun;
}

/**
 * Finds out whether the request was carried out, if its response does not show it.
 * @returns undefined if it was not, so that it may be sent again
 * @throws UnfinishedError if that is impossible; the message leaves the decision to the user
 */
export async function outcomeOf(
  run: ActionOperation,
  { before, intent }: Begun,
  lost: string,
): Promise<Begun | undefined> {
  const { definition, context } = run;
  const begun: Begun = { before, ...(intent !== undefined && { intent }) };
  const unclear: Begun = { ...begun, unclear: true };
  let mark: string | undefined;
  try {
    mark = await findEvidence(run, begun, ACTION_RESUMES);
  } catch (error) {
    throw unfinished(run, unclear, ambiguousOutcomeError(definition, `${sentence(lost)} Then: ${messageOf(error)}`));
  }
  if (mark !== undefined) return { ...begun, mark };
  if (definition.action.evidence.shows === "beginning")
    throw unfinished(run, unclear, ambiguousOutcomeError(definition, lost));
  context.journal.settle(intent);
  return undefined;
}

/** Searches for the result of a request with an ambiguous response. Ctrl-C only stops the wait for a busy subject. */
export async function findEvidence(
  operation: ActionOperation,
  { before }: Begun,
  afterwards: string,
): Promise<string | undefined> {
  const { definition, args, context } = operation;
  const { before: subjects, evidence } = definition.action;
  context.progress(`${UNCONFIRMED}; searching for the result`);
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

/** The error of an action whose request was sent, with the state from which the next update continues. */
export function unfinished(run: ActionOperation, begun: Begun, cause: unknown): UnfinishedError {
  const id = run.id ?? resourceId(run, begun.mark);
  return new UnfinishedError({ id, state: unfinishedAction(run, begun) }, cause);
}

/** The state of an action whose result the next update waits for. */
export function unfinishedAction({ definition, args }: Wanted<ActionDefinition>, begun: Begun): Values {
  const isObject = definition.action.evidence.shows === "object" && begun.mark !== undefined;
  const live = isObject ? { id: Number(begun.mark) } : {};
  const applied: ActionApplied = { args: givenArguments(definition, args), begun };
  return withNotes(unfinishedState({ definition, args }, live, applied), { intent: begun.intent });
}

/** The Pulumi ID: that of the created resource, or one made of the current time if there is none or it is not listed yet. */
export function resourceId({ definition, args, context }: ActionOperation, mark: string | undefined): string {
  const isObject = definition.action.evidence.shows === "object";
  const time = Math.floor(context.clock.today());
  return idOf(definition, args, { id: isObject ? (mark ?? `unlisted-${time}`) : time });
}

/** The error if nothing shows (yet) whether the request was carried out. */
function ambiguousOutcomeError({ action }: ActionDefinition, lost: string): CloudError {
  const next =
    action.evidence.shows === "beginning"
      ? "Check the service's console to see whether it happened. If it did, set `alreadyDone: true`; to run it again, change triggers."
      : "Run the same command again: it checks the result, and retries only if the request had no effect.";
  return new CloudError(
    `Could not confirm the request to ${action.doing}. It was not retried. ${next} Cause: ${sentence(lost)}`,
  );
}

/** The error if the API shows that the request was not carried out. */
export function notCarriedOutError(definition: ActionDefinition, lost: string): CloudError {
  return new CloudError(
    `It is unknown whether the request to ${definition.action.doing} took effect: ${UNCONFIRMED}, and the API shows no result. It was not retried. Run the ` +
      `same command again once the service recovers. The state was not changed. Cause: ${sentence(lost)}`,
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
