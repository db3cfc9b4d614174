import type { ActionDefinition, Definition, SetDefinition } from "../../provider/definition/definition";
import { isAction, isSet } from "../../provider/definition/definition";
import { realClock } from "../../provider/api/clock";
import type { InterruptedResult } from "../../provider/lifecycle/object";
import { AGES } from "../../provider/journal/ages";
import { rejectOtherAccount } from "../../provider/lifecycle/context";
import { collectionPath, optionsOf } from "../../provider/lifecycle/state";
import { accountKey, openAccount } from "../account/account";
import type { Account, AccountOptions } from "../account/account";
import { settingsOf } from "../account/settings";
import { kindOf } from "../state/kind-of";
import { managedKeys } from "../state/managed-keys";
import type { PendingOperation, StackResource, StackState } from "../state/stack-state";
import { conclude } from "./conclude";
import { about, ifNotNeeded, undecided } from "./diagnosis";
import type { Diagnosis } from "./diagnosis";

export type { Diagnosis } from "./diagnosis";

export interface DiagnoseOptions extends AccountOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly nowMs: number;
  /** IDs of resources that the user declares to be the results. */
  readonly accepted: readonly string[];
  /** Names or URNs of resources whose operations the user declares to have no result. */
  readonly discarded?: readonly string[];
  /** The other stacks of the backend. */
  readonly others?: readonly StackState[];
}

/**
 * Determines for each interrupted operation what it led to. Only reads. If something does not exist soon after the interruption, it looks
 * again after a minute by its own clock.
 */
export async function diagnose(state: StackState, options: DiagnoseOptions): Promise<readonly Diagnosis[]> {
  const { clock = realClock, nowMs, signal, onWait } = options;
  const inFlightMs = state.writtenAt ?? nowMs;
  const accountOf = accountsFor(state, options);
  const look = (): Promise<Diagnosis[]> => diagnoseAll({ state, options, accountOf, inFlightMs, sinceMs: clock.now() });
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
  readonly accountOf: (operation: PendingOperation, definition: Definition) => Promise<Account>;
  readonly inFlightMs: number;
  /** Lists that were requested before that time of the clock do not count. */
  readonly sinceMs: number;
}

async function diagnoseAll(circumstances: Circumstances): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for (const operation of circumstances.state.pending) {
    try {
      diagnoses.push(await diagnoseOne(operation, circumstances));
    } catch (error) {
      diagnoses.push(undecided(operation, `Could not determine what it led to: ${(error as Error).message}`));
    }
  }
  return diagnoses.map((diagnosis) => settled(diagnosis, diagnoses));
}

/** Opens each account once, and notes there what the stacks manage: that is no result of an interrupted create. */
function accountsFor(state: StackState, options: DiagnoseOptions): Circumstances["accountOf"] {
  const accounts = new Map<string, Account>();
  const resources = [state, ...(options.others ?? [])].flatMap((one) => one.resources);
  const placed = resources.map((resource) => ({ resource, url: urlOf(resource, options) }));
  return async ({ resource: { provider } }, definition) => {
    if (!provider) throw new Error("its provider is not in state.");
    const settings = settingsOf(provider, options.environment);
    const key = accountKey(settings);
    const account = accounts.get(key) ?? openAccount(settings, options);
    if (accounts.has(key)) return account;
    accounts.set(key, account);
    return account.on(definition, (_, { memory }) => {
      for (const one of managedKeys(placed, settings.url)) memory.objects.noteKnown(one);
      return Promise.resolve(account);
    });
  };
}

/** Undefined if unknown, as it is if the token is encrypted. */
function urlOf({ provider }: StackResource, { environment }: DiagnoseOptions): string | undefined {
  try {
    return settingsOf(provider, environment).url;
  } catch {
    return undefined;
  }
}

async function diagnoseOne(operation: PendingOperation, circumstances: Circumstances): Promise<Diagnosis> {
  const { type, resource } = operation;
  const { discarded = [] } = circumstances.options;
  if (discarded.includes(resource.urn) || discarded.includes(resource.name)) return discard(operation);
  const definition = kindOf(resource);
  if (!definition) return undecided(operation, `This version of pulumi-compute does not support ${resource.kind}.`);
  const isImport = optionsOf(resource.args).import !== undefined;
  if (type === "updating" && isSet(definition)) return interruptedSetUpdate(operation, definition, circumstances);
  if (type !== "creating" || isImport) return resumable(operation, isImport ? "importing" : type, definition);
  const noted = isAction(definition) ? await notedAction(operation, definition, circumstances) : undefined;
  if (noted) return noted;
  const found = await resultsOf(operation, definition, circumstances);
  if (found === undefined) return undecidedAction(operation, definition as ActionDefinition);
  const { state, options } = circumstances;
  return conclude(operation, definition, { others: [], ...options, found, state });
}

/** What the API and the journal show of the results. */
async function resultsOf(
  operation: PendingOperation,
  definition: Definition,
  { state, accountOf, inFlightMs, sinceMs }: Circumstances,
): Promise<readonly InterruptedResult[] | undefined> {
  const { args, secrets, provider } = operation.resource;
  const account = await accountOf(operation, definition);
  // A list that is requested at that time is recent enough.
  const interruption = { inFlightMs, listedSinceMs: sinceMs - 1 };
  return account.on(
    definition,
    async (handlers, context) => {
      const results = await handlers.interruptedResults(args, interruption, context);
      for (const resource of state.resources.filter((one) => one.provider === provider))
        await rejectOtherAccount({ definition: kindOf(resource) ?? definition, context }, resource);
      return results;
    },
    { values: [args], secrets },
  );
}

/** State does not have the members that an interrupted update created. */
async function interruptedSetUpdate(
  operation: PendingOperation,
  definition: SetDefinition,
  circumstances: Circumstances,
): Promise<Diagnosis> {
  const resumed = resumable(operation, "updating", definition);
  const [created] = (await resultsOf(operation, definition, circumstances)) ?? [];
  if (!created) return resumed;
  const { members, ids } = definition.set;
  const listed = (created.state[ids] as readonly number[]).join(", ");
  const explanation =
    `It may have created ${members} that are not in state (IDs ${listed}). The next \`pulumi up\` adopts those that the program still ` +
    "declares. Delete the others.";
  return { ...resumed, explanation };
}

/** The diagnosis in view of the others: several creates may have led to the same resource, or creates of one resource to several. */
function settled(diagnosis: Diagnosis, all: readonly Diagnosis[]): Diagnosis {
  const { pending, urn, ids, result } = diagnosis;
  if (result !== "created") return diagnosis;
  const { found: _, ...shown } = diagnosis;
  const claiming = all.filter((other) =>
    other.urn === urn ? other.result === "created" : ids.some((id) => other.ids.includes(id)),
  );
  // The engine keeps the pending creates of earlier updates behind the new ones.
  if (claiming.every((other) => other.urn === urn && other.ids[0] === ids[0]))
    return claiming[0]?.pending === pending ? diagnosis : shown;
  const matching = [...new Set(claiming.flatMap((other) => other.ids))];
  const explanation =
    `Several interrupted creates match ${matching.join(" and ")}. Pass --discard NAME for a resource that has no result to keep. ` +
    ifNotNeeded(matching);
  return { ...shown, result: "undecided", explanation };
}

function discard(operation: PendingOperation): Diagnosis {
  const explanation = "It is removed from the pending operations, because you passed --discard.";
  return { ...about(operation), result: "discarded", ids: [], explanation };
}

function resumable(operation: PendingOperation, type: string, { noun }: Definition): Diagnosis {
  const explanations: Readonly<Record<string, string>> = {
    updating: `The API may have applied it. Run \`pulumi up --refresh\`, which compares the ${noun} with the program. A write-only input, such as a password, cannot be compared.`,
    deleting: "Run the interrupted command again. It succeeds also if the resource no longer exists.",
    importing: "The next `pulumi up` imports it.",
  };
  const explanation = explanations[type] ?? "The next `pulumi up` reads it again.";
  const { id } = operation.resource;
  return { ...about(operation), result: "resumable", ids: id === "" ? [] : [id], explanation };
}

/** What the journal shows about an interrupted action; undefined if it is on another machine. */
async function notedAction(
  operation: PendingOperation,
  definition: ActionDefinition,
  { accountOf }: Circumstances,
): Promise<Diagnosis | undefined> {
  const { args } = operation.resource;
  const { doing } = definition.action;
  const account = await accountOf(operation, definition);
  const intent = await account.on(
    definition,
    (_, { journal }) => Promise.resolve(journal.openIntents(optionsOf(args).urn ?? "").at(-1)),
    { values: [args], secrets: [] },
  );
  if (intent?.collection !== collectionPath(definition, args)) return undefined;
  const next = "On this machine, the next `pulumi up`";
  const explanation = intent.response
    ? `The API accepted the request to ${doing}, according to the journal. ${next} waits for the result and does not ` +
      "send the request again."
    : `The request to ${doing} may have been sent, according to the journal. ${next} searches for its result before it sends another one.`;
  return { ...about(operation), result: "resumable", ids: [], explanation };
}

/** The API shows no result of an action that creates nothing. */
function undecidedAction(operation: PendingOperation, { action }: ActionDefinition): Diagnosis {
  return undecided(
    operation,
    `Check the service's console to see whether it happened (${action.doing}). If it did, set \`alreadyDone: true\` for one update. ` +
      "Otherwise, the next `pulumi up` runs it. On the machine that ran the interrupted update, `pulumi up` can determine this itself.",
  );
}
