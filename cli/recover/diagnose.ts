import { isAction, recordsOf } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import { realClock } from "../../provider/api/clock";
import { AGES } from "../../provider/journal/ages";
import type { StackInState } from "../../provider/journal/intent";
import { Journal } from "../../provider/journal/journal";
import { rejectOtherAccount, showAccount } from "../../provider/lifecycle/context";
import type { InterruptedResult } from "../../provider/lifecycle/object";
import { journalRecorded } from "../../provider/lifecycle/run-notes";
import { OPTIONS, appliedOf, collectionPath, isProvisional, optionsOf } from "../../provider/lifecycle/state";
import { accountKey, openAccount } from "../account/account";
import type { OpenAccount, AccountOptions, AccountWork } from "../account/account";
import { settingsOf } from "../account/settings";
import { kindOf } from "../../provider/resources/registry";
import { managedIn, mayBeManaged } from "../state/managed-keys";
import type { PendingOperation, StackProvider, StackResource, StackState } from "../state/stack-state";
import { conclude, ifNotNeeded, objectIds, undecided } from "./conclude";
import type { Conclusion, Decisions, Diagnosis } from "./conclude";

export interface DiagnoseOptions extends AccountOptions, Partial<Decisions> {
  readonly environment: NodeJS.ProcessEnv;
  readonly nowMs: number;
  /** The other stacks of the backend. */
  readonly others?: readonly StackState[];
  /** The default provider as the stack config has it, for operations whose provider is not in the state any more. */
  readonly configured?: StackProvider | undefined;
}

/**
 * Determines for each resource with interrupted operations what these led to, by the search of an update, which gets the pending operations
 * of this state. Only reads. If something does not exist soon after the interruption, it looks again after a minute by its own clock.
 */
export async function diagnose(state: StackState, options: DiagnoseOptions): Promise<readonly Diagnosis[]> {
  const none = new Journal(undefined);
  const { clock = realClock, nowMs, signal, onWait, journal: open = () => none } = options;
  const inFlightMs = state.writtenAt ?? nowMs;
  const shown = shownBy(state, inFlightMs);
  const journal: typeof open = (...resource) => open(...resource).showFor(shown);
  // All of one resource are searched for together.
  const seen = new Set<string>();
  const operations = state.pending.filter((one) => seen.size < seen.add(`${one.type} ${one.resource.urn}`).size);
  const look = async (): Promise<readonly Diagnosis[]> => {
    const ask = askFor(state, { ...options, journal });
    const diagnoses = operations.map(async (pending) => {
      const conclusion = await diagnoseOne(pending, { state, options, ask }).catch((error: unknown) =>
        undecided(`Could not determine what it led to: ${(error as Error).message}`),
      );
      return { pending, ...conclusion };
    });
    const all = await Promise.all(diagnoses);
    return all.map((diagnosis) => settled(diagnosis, all));
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
}

/** What the journals of this machine are read for. */
function shownBy(state: StackState, at: number): StackInState {
  return {
    pendingCreates: (urn) =>
      state.pending
        .filter((one) => one.resource.urn === urn && !isProvisional(one.resource))
        .filter(({ type }) => type === "creating" || type === "updating")
        .map(({ type, resource }) => ({ inputs: resource.args, isUpdate: type === "updating", at })),
    // It depends on the account.
    manages: () => false,
  };
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

async function diagnoseOne(operation: PendingOperation, { state, options, ask }: Circumstances): Promise<Conclusion> {
  const { type, resource } = operation;
  const { urn, name, kind } = resource;
  const { accepted = [], discarded = [], others = [], nowMs } = options;
  if (discarded.includes(urn) || discarded.includes(name)) {
    const explanation = "It is removed from the state, because you passed --discard.";
    return { result: "discarded", ids: [], explanation };
  }
  const definition = kindOf(resource);
  if (!definition) return undecided(`This version of pulumi-compute does not support ${kind}.`);
  const args = { ...resource.args, [OPTIONS]: { ...optionsOf(resource.args), urn } };
  const resources = [state, ...others].flatMap((one) => one.managed);
  const isReached = ({ provider }: StackResource): boolean => provider === resource.provider;
  // What a stack manages in this account is never a result.
  const look = () =>
    ask(operation, definition, async (handlers, context) => {
      const isShown = resources.some((one) => appliedOf(one.state).account?.id !== undefined);
      if (context.accountId() === undefined && isShown) await showAccount(collectionPath(definition, args), context);
      const { certain, perhaps } = managedIn(context, resources, isReached);
      for (const key of certain) context.memory.objects.noteKnown(key);
      // What the state has in the place of an interrupted create is compared by its date.
      const inPlace = new Set(state.pending.map((one) => one.resource.urn));
      for (const one of state.resources.filter((other) => isReached(other) && !inPlace.has(other.urn)))
        journalRecorded(kindOf(one) ?? definition, one, context);
      const found = await handlers.interruptedResults(resource, args, context);
      return found?.map((one): InterruptedResult => {
        const [owner] = handlers.objectKeys(one).flatMap((key) => perhaps.get(key) ?? []);
        const because = owner && [...one.because, mayBeManaged(owner)];
        return because ? { ...one, verdict: "possible", because, isNamed: false } : one;
      });
    });
  if (type !== "creating") {
    const made = recordsOf(definition) && type === "updating" ? ((await look()) ?? []).flatMap(objectIds) : [];
    const left = made.length === 0 ? "" : ` It may have created ${made.join(", ")}: delete what no program declares.`;
    return resumable(resource, `${COMPLETING[type] ?? "Run the interrupted command again."}${left}`);
  }
  // By the journal of this machine, which does not know what became of it.
  const isNoted: AccountWork<boolean> = (_, { journal }) => {
    const intent = journal.openIntents(urn).findLast(({ before }) => before !== undefined);
    return Promise.resolve(intent?.collection === collectionPath(definition, args));
  };
  if (isAction(definition) && (await ask(operation, definition, isNoted)))
    return resumable(
      resource,
      `According to the journal on this machine, the request to ${definition.action.doing} may have been sent. The next \`pulumi up\` here ` +
        "determines what it led to, before it sends another one.",
    );
  return conclude(operation, definition, { found: await look(), state, others, accepted, nowMs });
}

/** How an operation that is not a create is completed, by its type. */
const COMPLETING: Readonly<Record<string, string>> = {
  updating:
    "The API may have applied it. Run `pulumi up --refresh`, which compares all inputs but write-only ones, such as a password.",
  deleting: "Run the interrupted command again. It also succeeds if the resource no longer exists.",
  reading: "The next `pulumi up` reads it again.",
  importing: "The next `pulumi up` imports it.",
};

function resumable({ id }: StackResource, explanation: string): Conclusion {
  return { result: "resumable", ids: id === "" ? [] : [id], explanation };
}

/** The diagnosis in view of the others: creates of several resources may have led to the same one. */
function settled(diagnosis: Diagnosis, all: readonly Diagnosis[]): Diagnosis {
  const { pending, ids, result } = diagnosis;
  const isSameKind = (other: Diagnosis): boolean => other.pending.resource.kind === pending.resource.kind;
  const others = all.filter((other) => other !== diagnosis && isSameKind(other));
  if (result !== "created" || !others.some((other) => ids.some((id) => other.ids.includes(id)))) return diagnosis;
  const why = "Creates of several resources match it. Pass --discard NAME for a resource that has no result to keep.";
  return { pending, ...undecided(`${why} ${ifNotNeeded(diagnosis.found ? objectIds(diagnosis.found) : ids)}`, ids) };
}
