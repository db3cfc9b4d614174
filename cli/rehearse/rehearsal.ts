import { isDeepStrictEqual } from "node:util";
import type { Emulator } from "../../emulator/index";
import { CONFIG_KEYS } from "../../provider/shared/process-settings";
import type { OpenAccount } from "../account/account";
import { nameIn, parseExport } from "../../provider/shared/exported-state";
import type { ExportedResource } from "../../provider/shared/exported-state";
import { groupByAccount } from "../account/groups";
import type { Values } from "../../provider/definition/values";
import { apiObject } from "../../provider/resources/api-object";
import { kindIn } from "../../provider/resources/registry";
import { pulumiIn } from "../state/pulumi";
import { stackStateIn } from "../state/sources";
import type { StackResource, StackState } from "../state/stack-state";
import { packageVersion } from "../../provider/api/user-agent";
import { costOfUpdate } from "./cost";
import { copyAccounts, eventsIn, newEvents } from "./copies";
import type { CopiedAccount, CopyNeeds } from "./copies";
import { durationsIn, longestChain, NO_TIME, sumOf } from "./durations";
import type { Durations } from "./durations";
import { outputsOf } from "./engine-events";
import type { EngineRun, EngineStep } from "./engine-events";
import { isOnlyInState } from "./foreign";
import { requirePlugins } from "./guard";
import { completeRun, interruptions } from "./interruptions";
import type { InterruptionOptions } from "./interruptions";
import { changesNothing, changesOwn, operationsIn } from "./operations";
import type { Observed } from "./operations";
import type { Operation, RehearsedAccount, Report } from "./report";
import { requireProcessGroups, requireTemporary } from "./folder";
import { readOriginal } from "./stage";
import type { OriginalStack, RecordedRun, Stage, StageRun } from "./stage";
import { UP, withStage } from "./staged";
import type { Copies } from "./staged";
import { standInsFor } from "./stand-ins";

interface RehearsalOptions extends InterruptionOptions {
  readonly directory: string;
  readonly stack: string | undefined;
}

/**
 * Rehearses an update of a stack on copies of it and of its accounts.
 * @throws Error if it cannot be rehearsed
 */
export async function rehearse(options: RehearsalOptions): Promise<Report> {
  const startedAt = new Date();
  const { directory, stack, signal, onProgress } = options;
  requireProcessGroups();
  requireTemporary();
  onProgress("Reading the stack");
  const original = await readOriginal(directory, stack);
  const state = stackStateIn(original.state, original.name);
  const attempt = async (needs: CopyNeeds): Promise<Rehearsed | CopyNeeds> => {
    onProgress(needs.hasDetails ? "Copying the account with the disks of its instances" : "Copying the account");
    const accounts = await copyAccounts(state, original.config, { signal, onWait: onProgress, ...needs });
    // The environment may override these, in which case they belong to no account.
    const [url, token] = [CONFIG_KEYS.url, CONFIG_KEYS.token].map((key) => original.config[key]?.value);
    const standIns = standInsFor([...accounts.flatMap(({ settings }) => settings), { url, token }]);
    const copies = { accounts, standIns };
    return withStage(original, copies, async (stage, { emulators, environment }) => {
      onProgress("Previewing");
      const preview = await stage.record(["preview"], { signal });
      rejectForeign(preview);
      const more = neededFor(preview, needs);
      if (!isDeepStrictEqual(more, needs)) return more;
      return rehearseUpdate(preview, { stage, emulators, environment, original, state, copies, options });
    });
  };
  let rehearsed: Rehearsed | CopyNeeds = { hasDetails: false, objects: genericIn(state.resources) };
  while (!("outcome" in rehearsed)) rehearsed = await attempt(rehearsed);
  return {
    version: 1,
    tool: { name: "pulumi-compute", version: packageVersion },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    stack: state.stack,
    ...rehearsed,
  };
}

type Rehearsed = Omit<Report, "version" | "tool" | "startedAt" | "durationMs" | "stack">;

/** What a rehearsal runs on. */
interface Staged {
  readonly stage: Stage;
  readonly emulators: readonly Emulator[];
  readonly environment: NodeJS.ProcessEnv;
  readonly original: OriginalStack;
  readonly state: StackState;
  readonly copies: Copies;
  readonly options: RehearsalOptions;
}

/** Updates the copy as its preview announced, and looks at what that led to. */
async function rehearseUpdate(preview: RecordedRun, staged: Staged): Promise<Rehearsed> {
  const { stage, emulators, original, state, copies, options } = staged;
  const { accounts } = copies;
  const { signal, onProgress } = options;
  const { previewed } = preview;
  for (const emulator of emulators) emulator.resetRequests();
  if (preview.succeeds) onProgress("Updating the copy");
  const begin = performance.now();
  if (preview.succeeds) requirePlugins(previewed);
  const guarded = (command: readonly string[]) => stage.run(command, { previewed, signal });
  // Also without changes: a program may declare something else outside of previews.
  const up = preview.succeeds ? await guarded(TRY_ALL) : preview;
  const changes = up.steps.some(changesOwn);
  const upSec = up === preview ? 0 : (performance.now() - begin) / 1000;
  // Before anything else is asked of the copies.
  const sent = emulators.map(requestsOf);
  const whole = completeRun(emulators);
  const observed = await Promise.all(emulators.map((emulator, index) => observe(emulator, accounts[index]!)));
  const operations = operationsIn(up, observed);
  const after = await stage.exportState();
  const updated = stackStateIn(after, original.name);
  if (up !== preview) requireRequests(operations, sent, { updated, environment: staged.environment, copies, signal });
  const sources = new Map([...state.resources, ...updated.resources].map(({ urn, source }) => [urn, source]));
  const costs = await costOfUpdate(state, updated, signal);
  onProgress("Looking for what is left to do");
  const leftover = up.succeeds ? await leftoverOf(guarded, updated) : { preview: [], refresh: [] };
  const isClean = leftover.preview.length + leftover.refresh.length === 0;
  const resources = [...parseExport(original.state).resources, ...parseExport(after).resources];
  const isInterrupted = options.faults.length > 0 && up.succeeds;
  const faults = isInterrupted ? await interruptions(original, { copies, whole, previewed }, options) : undefined;
  const isRecovered = faults?.every(({ recovered }) => recovered) ?? true;
  return {
    outcome: !up.succeeds
      ? "fails"
      : !isRecovered
        ? "unrecovered"
        : !isClean
          ? "unclean"
          : changes
            ? "succeeds"
            : "unchanged",
    accounts: accounts.map(({ account, copy }, index) => accountOf(account, copy, sent[index])),
    operations: operations.map((one) => withFacts(one, costs.each.get(one.urn), sources.get(one.urn))),
    cost: costs.whole,
    takes: takesOf(operations, { resources, upSec, observed }),
    errors: up.errors.filter(({ urn }) => !operations.some((one) => one.urn === urn)).map(({ message }) => message),
    warnings: [...(await warningsAbout(state, options)), ...new Set(up.warnings.map(({ message }) => message))],
    outputs: outputsOf(up),
    leftover,
    ...(faults ? { faults } : {}),
  };
}

function withFacts(operation: Operation, cost: Operation["cost"], source: Operation["source"]): Operation {
  return { ...operation, ...(cost ? { cost } : {}), ...(source ? { source } : {}) };
}

/** What the copy of the stack does not have. */
async function warningsAbout(
  { stack, pending, foreign }: StackState,
  { directory }: RehearsalOptions,
): Promise<string[]> {
  const isLocked = await pulumiIn(directory).isLocked(stack);
  return [
    ...(isLocked
      ? ["The stack is locked: another command updates it, or was killed. The update waits for `pulumi cancel`."]
      : []),
    ...(pending.length + foreign > 0
      ? ["The state has pending operations of an interrupted update. Run `npx pulumi-compute recover` first."]
      : []),
  ];
}

/** What the copies for this update need: what only a preview shows, besides what they had. */
function neededFor({ steps }: EngineRun, { hasDetails, objects }: CopyNeeds): CopyNeeds {
  const declared = genericIn(
    steps.flatMap(({ type, new: wanted }) => (wanted ? [{ kind: kindIn(type) ?? "", state: wanted.inputs }] : [])),
  );
  const isNew = ({ collection }: Values): boolean => !objects.some((one) => one.collection === collection);
  return {
    // The IDs of disks are known only from a request for each instance, which few programs need.
    hasDetails: hasDetails || steps.some(capturesDisk),
    objects: [...objects, ...declared.filter(isNew)],
  };
}

/** The inputs of the ApiObjects among these resources, as far as their collections are known. */
function genericIn(resources: readonly Pick<StackResource, "kind" | "state">[]): Values[] {
  return resources.flatMap(({ kind, state }) =>
    kind === apiObject.kind && String(state.collection).startsWith("/") ? [state] : [],
  );
}

/** Whether the step captures an image of a disk. */
function capturesDisk(step: EngineStep): boolean {
  return kindIn(step.type) === "Image" && /create/.test(step.op) && step.new?.inputs.diskId !== undefined;
}

/** Goes on after a rejection, to find them all. */
const TRY_ALL = [...UP, "--continue-on-error"];

/** @throws Error if the run changes resources of other packages, whose accounts have no copy */
function rejectForeign({ steps }: EngineRun): void {
  const foreign = steps.filter((step) => isForeign(step) && !changesNothing(step));
  if (foreign.length === 0) return;
  throw new Error(
    "The update also changes resources of other packages, which a rehearsal would change for real. Nothing was changed.\n  " +
      foreign.map(({ op, urn }) => `${op} ${urn}`).join("\n  "),
  );
}

function isForeign({ type, isCustom }: EngineStep): boolean {
  return kindIn(type) === undefined && !isOnlyInState(type) && isCustom;
}

type Sent = ReturnType<typeof requestsOf>;

/** @throws Error if the update of an account went elsewhere, so that its copy shows nothing about it */
function requireRequests(operations: readonly Operation[], sent: readonly Sent[], ran: Ran): void {
  const { updated, environment, copies, signal } = ran;
  for (const { account, resources } of groupByAccount([updated], { environment, signal }).groups) {
    const { token } = account.settings;
    const isSame = ({ settings }: CopiedAccount): boolean =>
      settings.some(({ token: own = "" }) => [own, copies.standIns.tokens.get(own)].includes(token));
    const urns = new Set(resources.map(({ urn }) => urn));
    const changed = operations.filter(({ op, urn, rejected }) => op !== "delete" && urns.has(urn) && !rejected);
    if (changed.length === 0 || (sent[copies.accounts.findIndex(isSame)]?.requests ?? 0) > 0) continue;
    throw new Error(
      `The copies received no request, although the update changed ${changed.map(({ kind, name }) => `${kind} ${name}`).join(", ")}: the plugin ` +
        "sent its requests elsewhere, with a token that does not work. Update pulumi-compute, and rehearse again.",
    );
  }
}

/** An update of the copy, and the environment in which its plugins ran. */
interface Ran {
  readonly updated: StackState;
  readonly environment: NodeJS.ProcessEnv;
  readonly copies: Copies;
  readonly signal: AbortSignal;
}

async function observe(emulator: Emulator, { account, copy }: CopiedAccount): Promise<Observed> {
  const durations = durationsIn(eventsIn(copy.seed));
  return { brand: account.settings.brand, events: await newEvents(emulator, copy.seed), durations };
}

/** What was sent to an account so far. */
function requestsOf(emulator: Emulator): Pick<RehearsedAccount, "requests" | "writes" | "instanceCreates"> {
  const { total, byRoute } = emulator.requests();
  const count = (matches: (route: string) => boolean): number =>
    Object.entries(byRoute).reduce((sum, [route, times]) => sum + (matches(route) ? times : 0), 0);
  return {
    requests: total,
    writes: count((route) => !route.startsWith("GET ")),
    instanceCreates: count((route) => /^POST \/\w+\/instances$/.test(route)),
  };
}

function accountOf(
  { settings, requests }: OpenAccount,
  { objects, unread }: CopiedAccount["copy"],
  sent: Sent | undefined,
): RehearsedAccount {
  const none = { requests: 0, writes: 0, instanceCreates: 0 };
  return {
    url: settings.url,
    resources: objects,
    readRequests: requests(),
    unread: [...unread.keys()],
    ...(sent ?? none),
  };
}

type Run = (command: readonly string[]) => Promise<StageRun>;

/** Only asks for resources of this package. */
async function leftoverOf(run: Run, { resources }: StackState): Promise<Report["leftover"]> {
  const targets = resources.flatMap(({ urn }) => ["--target", urn]);
  const preview = await run(["preview"]);
  const refresh = targets.length === 0 ? undefined : await run(["refresh", "--preview-only", ...targets]);
  const changed = ({ done, steps, errors }: EngineRun): string[] => [
    ...new Set(
      [...steps, ...done]
        .filter(changesOwn)
        .map(({ op, urn, properties }) => [op, nameIn(urn), ...properties].join(" ")),
    ),
    ...errors.map(({ message }) => message),
  ];
  return { preview: changed(preview), refresh: refresh ? changed(refresh) : [] };
}

interface Circumstances {
  /** Of the states before and after. */
  readonly resources: readonly ExportedResource[];
  /** How long the update of the copy took, which waited for nothing. */
  readonly upSec: number;
  readonly observed: readonly { readonly durations: Durations; readonly events: Observed["events"] }[];
}

/** Creates and updates follow what they depend on; deletions follow them, in the opposite order. */
function takesOf(operations: readonly Operation[], { resources, upSec, observed }: Circumstances): Report["takes"] {
  const needs = new Map<string, Set<string>>();
  for (const { urn, dependencies = [], parent } of resources) {
    const own = needs.get(urn) ?? new Set();
    for (const other of [...dependencies, ...(parent === undefined ? [] : [parent])]) own.add(other);
    needs.set(urn, own);
  }
  const [kept, deleted] = [false, true].map((isDeleted) =>
    operations.filter(({ op }) => (op === "delete") === isDeleted),
  );
  const all = [...needs.keys()];
  const chain = (part: readonly Operation[], afterOf: (urn: string) => readonly string[]) => {
    const spans = new Map(part.map((operation) => [operation.urn, operation.waits]));
    return longestChain(all.map((urn) => ({ key: urn, span: spans.get(urn) ?? NO_TIME, after: afterOf(urn) })));
  };
  const dependents = (urn: string): string[] => all.filter((other) => needs.get(other)?.has(urn));
  const waits = sumOf([
    chain(kept ?? [], (urn) => [...(needs.get(urn) ?? [])]),
    (deleted ?? []).length === 0 ? NO_TIME : chain(deleted ?? [], dependents),
  ]);
  const actions = observed.flatMap(({ durations, events }) =>
    events.filter(({ action }) => !durations(action)).map(({ action }) => action),
  );
  return {
    leastSec: Math.round(waits.leastSec + upSec),
    mostSec: Math.round(waits.mostSec + upSec),
    unknown: [...new Set(actions)],
  };
}
