import { isAction, recordsOf } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import { realClock } from "../../provider/api/clock";
import { AGES } from "../../provider/journal/ages";
import { rejectOtherAccount, showAccount } from "../../provider/lifecycle/context";
import type { InterruptedResult } from "../../provider/lifecycle/object";
import type { Interruption } from "../../provider/lifecycle/ownership";
import { appliedOf, collectionPath, optionsOf } from "../../provider/lifecycle/state";
import { accountKey, openAccount } from "../account/account";
import type { OpenAccount, AccountOptions, AccountWork } from "../account/account";
import { settingsOf } from "../account/settings";
import { kindOf } from "../../provider/resources/registry";
import { managedIn, mayBeManaged } from "../state/managed-keys";
import type { PendingOperation, StackProvider, StackState } from "../state/stack-state";
import { conclude, objectIds } from "./conclude";
import { ifNotNeeded, undecided } from "./diagnosis";
import type { Decisions, Diagnosis } from "./diagnosis";

export interface DiagnoseOptions extends AccountOptions, Partial<Decisions> {
  readonly environment: NodeJS.ProcessEnv;
  readonly nowMs: number;
  /** The other stacks of the backend. */
  readonly others?: readonly StackState[];
  /** The default provider as the stack config has it, for operations whose provider is not in the state any more. */
  readonly configured?: StackProvider | undefined;
}

/**
 * Determines for each interrupted operation what it led to. Only reads. If something does not exist soon after the interruption, it looks
 * again after a minute by its own clock.
 */
export async function diagnose(state: StackState, options: DiagnoseOptions): Promise<readonly Diagnosis[]> {
  const { clock = realClock, nowMs, signal, onWait } = options;
  const inFlightMs = state.writtenAt ?? nowMs;
  const ask = askFor(state, options);
  const look = async (): Promise<readonly Diagnosis[]> => {
    // A list that is requested from now on is recent enough.
    const interruption = { inFlightMs, listedSinceMs: clock.now() - 1 };
    const diagnoses: Diagnosis[] = [];
    for (const operation of state.pending) {
      try {
        diagnoses.push(await diagnoseOne(operation, { state, options, ask, interruption }));
      } catch (error) {
        diagnoses.push(undecided(operation, `Could not determine what it led to: ${(error as Error).message}`));
      }
    }
    const distinct = Array.from(new Map(diagnoses.map((one) => [keyOf(one), one])).values());
    return distinct.map((diagnosis) => settled(diagnosis, distinct));
  };
  const first = await look();
  const isEarly = nowMs - inFlightMs < AGES.visibleMs + AGES.clockSkewMs;
  if (!isEarly || !first.some(({ result }) => result === "not-created")) return first;
  onWait?.("waiting a minute, because the API may show a new resource late");
  await clock.sleep(AGES.visibleMs, signal);
  return look();
}

interface Circumstances {
  readonly state: StackState;
  readonly options: DiagnoseOptions;
  readonly ask: ReturnType<typeof askFor>;
  readonly interruption: Interruption;
}

/** Works in the account of an operation, which must be that of the stack's resources. */
function askFor(state: StackState, options: DiagnoseOptions) {
  const accounts = new Map<string, OpenAccount>();
  return <T>({ resource, isOfConfig }: PendingOperation, definition: Definition, work: AccountWork<T>): Promise<T> => {
    const { args, secrets } = resource;
    const provider = resource.provider ?? (isOfConfig ? options.configured : undefined);
    if (!provider)
      throw new Error(
        `its provider is not in state. Once you have looked for it yourself, pass --discard ${resource.name}.`,
      );
    const settings = settingsOf(provider, options.environment);
    const key = accountKey(settings);
    const account = accounts.get(key) ?? openAccount(settings, options);
    accounts.set(key, account);
    const guarded: AccountWork<T> = async (handlers, context) => {
      const result = await work(handlers, context);
      for (const own of state.resources.filter((one) => one.provider === provider))
        await rejectOtherAccount({ definition: kindOf(own) ?? definition, context }, own);
      return result;
    };
    return account.on(definition, guarded, { values: [args], secrets });
  };
}

async function diagnoseOne(
  operation: PendingOperation,
  { state, options, ask, interruption }: Circumstances,
): Promise<Diagnosis> {
  const { type, resource } = operation;
  const { urn, name, kind, args } = resource;
  const { accepted = [], discarded = [], others = [] } = options;
  if (discarded.includes(urn) || discarded.includes(name)) {
    const explanation = "It is removed from the state, because you passed --discard.";
    return { pending: operation, result: "discarded", ids: [], explanation };
  }
  const definition = kindOf(resource);
  if (!definition) return undecided(operation, `This version of pulumi-compute does not support ${kind}.`);
  const inAccount = <T>(work: AccountWork<T>): Promise<T> => ask(operation, definition, work);
  const resources = [state, ...others].flatMap((one) => one.managed);
  const { lost = [] } = appliedOf(resource.state);
  const isShown = resources.some((one) => appliedOf(one.state).account?.id !== undefined);
  // What a stack manages in this account is never a result.
  const look = () =>
    inAccount(async (handlers, context) => {
      if (context.accountId() === undefined && isShown) await showAccount(collectionPath(definition, args), context);
      const { certain, perhaps } = managedIn(context, resources, ({ provider }) => provider === resource.provider);
      for (const key of certain) context.memory.objects.noteKnown(key);
      const found = await handlers.interruptedResults(args, { ...interruption, lost }, context);
      return found?.map((one): InterruptedResult => {
        const [owner] = handlers.objectKeys(one).flatMap((key) => perhaps.get(key) ?? []);
        const because = owner && [...one.because, mayBeManaged(owner)];
        return because ? { ...one, verdict: "possible", because, isNoted: false } : one;
      });
    });
  const does = optionsOf(args).import === undefined ? type : "importing";
  if (does !== "creating") {
    const made = recordsOf(definition) && does === "updating" ? ((await look()) ?? []).flatMap(objectIds) : [];
    const left = made.length === 0 ? "" : ` It may have created ${made.join(", ")}: delete what no program declares.`;
    return resumable(operation, `${COMPLETING[does] ?? "Run the interrupted command again."}${left}`);
  }
  const doing = isAction(definition) ? definition.action.doing : "";
  if (isAction(definition)) {
    const actionUrn = optionsOf(args).urn ?? "";
    const intents = await inAccount((_, { journal }) => Promise.resolve(journal.openIntents(actionUrn)));
    if (intents.at(-1)?.collection === collectionPath(definition, args))
      return resumable(
        operation,
        `According to the journal on this machine, the request to ${doing} may have been sent. The next \`pulumi up\` here determines ` +
          "what it led to, before it sends another one.",
      );
  }
  const found = await look();
  if (found?.length === 0 && lost.some(({ at }) => options.nowMs - at < AGES.requestMs))
    return undecided(
      operation,
      "Its create has not been decided: nothing shows a result, but the request may still be carried out. Run `pulumi up --refresh`, which " +
        `continues the search, or pass --discard ${name}.`,
    );
  if (found) return conclude(operation, definition, { found, state, others, accepted });
  return undecided(
    operation,
    `Check the service's console to see whether it happened (${doing}). If it did, set \`alreadyDone: true\` for one update. ` +
      "Otherwise, the next `pulumi up` runs it. On the machine that ran the interrupted update, `pulumi up` can determine this itself.",
  );
}

/** How an operation that is not a create is completed, by its type. */
const COMPLETING: Readonly<Record<string, string>> = {
  updating:
    "The API may have applied it. Run `pulumi up --refresh`, which compares all inputs but write-only ones, such as a password.",
  deleting: "Run the interrupted command again. It also succeeds if the resource no longer exists.",
  reading: "The next `pulumi up` reads it again.",
  importing: "The next `pulumi up` imports it.",
};

function resumable(pending: PendingOperation, explanation: string): Diagnosis {
  return { pending, result: "resumable", ids: [pending.resource.id].filter((id) => id !== ""), explanation };
}

/** Several operations may have it: the engine keeps the pending creates of earlier updates behind the new ones. */
function keyOf(diagnosis: Diagnosis): string {
  const { type, resource } = diagnosis.pending;
  return JSON.stringify([type, resource.urn, diagnosis.result, resultsOf(diagnosis)]);
}

function resultsOf({ found, ids }: Diagnosis): readonly string[] {
  return found ? objectIds(found) : ids;
}

/** The diagnosis in view of the others: several creates may have led to the same resource, or creates of one resource to several. */
function settled(diagnosis: Diagnosis, all: readonly Diagnosis[]): Diagnosis {
  const { pending, ids, result } = diagnosis;
  const { urn } = pending.resource;
  const conflicting = all.filter((other) =>
    other.pending.resource.urn === urn
      ? other.result === "created" && other !== diagnosis
      : ids.some((id) => other.ids.includes(id)),
  );
  if (result !== "created" || conflicting.length === 0) return diagnosis;
  const matching = [...new Set([diagnosis, ...conflicting].flatMap(resultsOf))];
  const why = "Several interrupted creates match. Pass --discard NAME for a resource that has no result to keep.";
  return undecided(pending, `${why} ${ifNotNeeded(matching)}`, ids);
}
