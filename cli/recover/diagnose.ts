import type { Definition } from "../../provider/definition/definition";
import { isAction } from "../../provider/definition/definition";
import type { InterruptedResult } from "../../provider/lifecycle/object";
import { optionsOf } from "../../provider/lifecycle/state";
import { capitalize } from "../../provider/lifecycle/wording";
import { accountKey, openAccount } from "../account/account";
import type { Account, AccountOptions } from "../account/account";
import { settingsOf } from "../account/settings";
import { kindOf } from "../state/kind-of";
import { managedKeys } from "../state/managed-keys";
import type { PendingOperation, StackState } from "../state/stack-state";

/** What is known about an interrupted operation. */
export interface Diagnosis {
  /** Position among the pending operations of the export. */
  readonly index: number;
  readonly urn: string;
  readonly name: string;
  readonly kind: string;
  /** `creating`, `updating`, `deleting`, `reading` or `importing`. */
  readonly operation: string;
  /**
   * - `created`: one resource matches; `--apply` records it in state.
   * - `not-created`: no resource matches, so the next `pulumi up` creates one.
   * - `resumable`: the next command completes the operation.
   * - `undecided`: the user has to decide.
   */
  readonly result: "created" | "not-created" | "resumable" | "undecided";
  /** Pulumi IDs of the resources that match. */
  readonly ids: readonly string[];
  /** What was found, and what to do. */
  readonly explanation: string;
  /** The resource to record. */
  readonly found?: InterruptedResult;
}

export interface DiagnoseOptions extends AccountOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly nowMs: number;
  /** IDs of resources that the user declares to be the results. */
  readonly accepted: readonly string[];
}

/** The API may show a new resource this late. */
const VISIBLE_MS = 60_000;

const NOT_YOURS = "If it is not the result, run `pulumi refresh --clear-pending-creates` and then `pulumi up`";

/** Determines for each interrupted operation what it led to. Only reads. */
export async function diagnose(state: StackState, options: DiagnoseOptions): Promise<readonly Diagnosis[]> {
  const accountOf = accountsFor(state, options);
  const diagnoses: Diagnosis[] = [];
  for (const operation of state.pending) {
    try {
      diagnoses.push(await diagnoseOne(operation, { state, options, accountOf }));
    } catch (error) {
      diagnoses.push(undecided(operation, `Could not determine what it led to: ${(error as Error).message}`));
    }
  }
  return diagnoses.map((diagnosis) => (isContested(diagnosis, diagnoses) ? contested(diagnosis) : diagnosis));
}

interface Circumstances {
  readonly state: StackState;
  readonly options: DiagnoseOptions;
  readonly accountOf: (operation: PendingOperation) => Promise<Account>;
}

/** Opens each account once, and notes there what the stack manages: that is no result of an interrupted create. */
function accountsFor(state: StackState, options: DiagnoseOptions): Circumstances["accountOf"] {
  const accounts = new Map<string, Account>();
  // IDs are unique within an API, so it does not matter which account a resource belongs to.
  const managed = managedKeys(
    state.resources.map((resource) => ({ resource, url: undefined })),
    "",
  );
  return async (operation) => {
    const { provider } = operation.resource;
    if (!provider) throw new Error("its provider is not in state.");
    const settings = settingsOf(provider, options.environment);
    const key = accountKey(settings);
    const known = accounts.get(key);
    if (known) return known;
    const account = openAccount(settings, options);
    accounts.set(key, account);
    const definition = kindOf(operation.resource);
    if (definition) {
      await account.on(definition, (_, { memory }) => {
        for (const one of managed) memory.objects.noteKnown(one);
        return Promise.resolve();
      });
    }
    return account;
  };
}

async function diagnoseOne(
  operation: PendingOperation,
  { state, options, accountOf }: Circumstances,
): Promise<Diagnosis> {
  const { type, resource } = operation;
  const definition = kindOf(resource);
  if (!definition) return undecided(operation, `This version of pulumi-compute does not support ${resource.kind}.`);
  const isImport = optionsOf(resource.args).import !== undefined;
  if (type !== "creating" || isImport) return resumable(operation, isImport ? "importing" : type, definition);
  const inState = state.resources.find(({ urn, isLeaving }) => urn === resource.urn && !isLeaving);
  if (inState) {
    const explanation = `State has it with ID ${inState.id}: a later update created it, or this one was replacing it. Run \`pulumi up\`; it shows if there are two.`;
    return { ...undecided(operation, explanation), ids: [inState.id] };
  }
  const account = await accountOf(operation);
  const inFlightMs = state.writtenAt ?? options.nowMs;
  const found = await account.on(
    definition,
    (handlers, context) =>
      handlers.interruptedResults(resource.args, inFlightMs, context) ?? Promise.resolve(undefined),
    { values: [resource.args], secrets: resource.secrets },
  );
  return found === undefined
    ? withoutEvidence(operation, definition)
    : conclude(operation, definition, { found, options, inFlightMs });
}

interface Evidence {
  readonly found: readonly InterruptedResult[];
  readonly options: DiagnoseOptions;
  readonly inFlightMs: number;
}

function conclude(
  operation: PendingOperation,
  definition: Definition,
  { found, options, inFlightMs }: Evidence,
): Diagnosis {
  const accepted = found.find(({ id }) => options.accepted.includes(id));
  const [first, ...others] = accepted ? [accepted] : found;
  if (first === undefined) {
    const isTooEarly = options.nowMs - inFlightMs < VISIBLE_MS;
    if (isTooEarly) return undecided(operation, "The API does not show it yet. Run this command again in a minute.");
    return {
      ...about(operation),
      result: "not-created",
      ids: [],
      explanation: "It does not exist. The next `pulumi up` creates it.",
    };
  }
  const ids = found.map(({ id }) => id);
  const doubt = accepted ? undefined : doubtAbout(first, others);
  if (doubt !== undefined) {
    const replaces = first.differing.some((name) => definition.args[name]?.change?.replaces);
    const yours = replaces
      ? "To keep it, change the program to match it first: otherwise `pulumi up` replaces it"
      : `If it is the result, pass --accept ${first.id}`;
    return { ...undecided(operation, `${named(definition, first)} ${doubt}. ${yours}. ${NOT_YOURS}.`), ids };
  }
  const explanation = `${named(definition, first)} exists. Once it is recorded in state, the next \`pulumi up\` completes it.`;
  const rest = ids.filter((id) => id !== first.id);
  const also = rest.length > 0 ? ` ${rest.join(", ")} matches too; delete it if nobody needs it.` : "";
  return { ...about(operation), result: "created", ids: [first.id], explanation: explanation + also, found: first };
}

/** Why the resource may be someone else's; undefined if it is the result of the create as far as the API shows. */
function doubtAbout(first: InterruptedResult, others: readonly InterruptedResult[]): string | undefined {
  if (others.length > 0) return `matches, and so does ${others.map(({ id }) => id).join(", ")}`;
  if (first.differing.length > 0) return `has the same identity, but differs in ${first.differing.join(", ")}`;
  if (first.isOfTime === false) return "matches, but was not created while the update can have run";
  return first.isOfTime === undefined ? "matches, but the API does not show when it was created" : undefined;
}

/** Whether another operation may have led to the same resource: a second create of this resource, or a create of an identical one. */
function isContested({ index, ids, result }: Diagnosis, all: readonly Diagnosis[]): boolean {
  return result === "created" && all.some((other) => other.index !== index && ids.some((id) => other.ids.includes(id)));
}

function contested({ found: _, ...diagnosis }: Diagnosis): Diagnosis {
  const explanation = `${diagnosis.ids.join(", ")} matches several interrupted creates. Run \`pulumi up\` on the machine of the update, or set \`import\`.`;
  return { ...diagnosis, result: "undecided", explanation };
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

/** The API does not show whose an action's or a set's results are. */
function withoutEvidence(operation: PendingOperation, definition: Definition): Diagnosis {
  if (!isAction(definition)) {
    const explanation = "The next `pulumi up` reads what exists, and creates only what is missing.";
    return { ...about(operation), result: "resumable", ids: [], explanation };
  }
  return undecided(
    operation,
    `Check in the service whether it happened (${definition.action.doing}). If it did, set \`alreadyDone: true\` for one update. ` +
      "Otherwise, the next `pulumi up` runs it. On the machine of the interrupted update, `pulumi up` can tell.",
  );
}

function undecided(operation: PendingOperation, explanation: string): Diagnosis {
  return { ...about(operation), result: "undecided", ids: [], explanation };
}

function about({ index, type, resource: { urn, name, kind } }: PendingOperation) {
  return { index, urn, name, kind, operation: type };
}

function named({ noun }: Definition, { id, created }: InterruptedResult): string {
  return `${capitalize(noun)} ${id}${created === undefined ? "" : ` (created ${created} UTC)`}`;
}
