import type { Definition } from "../../provider/definition/definition";
import { isAction } from "../../provider/definition/definition";
import type { InterruptedResult } from "../../provider/lifecycle/object";
import { openAccount } from "../account/account";
import type { Account, AccountOptions } from "../account/account";
import { settingsOf } from "../account/settings";
import { kindOf } from "../state/kind-of";
import { managedKeys } from "../state/managed-keys";
import type { PendingOperation, StackState } from "../state/stack-state";

/** What is known about an interrupted operation, and what `--apply` does about it. */
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
   * - `not-created`: no resource matches; `--apply` removes the pending operation.
   * - `resumable`: the next `pulumi up` completes the operation; `--apply` removes the pending operation.
   * - `undecided`: it takes a person to decide; `--apply` leaves the pending operation.
   */
  readonly result: "created" | "not-created" | "resumable" | "undecided";
  /** Pulumi IDs of resources that match, or that may. */
  readonly ids: readonly string[];
  /** What was found, and what happens next. */
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

/** Determines for each interrupted operation what it led to. Only reads. */
export async function diagnose(state: StackState, options: DiagnoseOptions): Promise<readonly Diagnosis[]> {
  const accounts = new Map<string, Account>();
  const accountOf = ({ resource }: PendingOperation): Account => {
    const settings = settingsOf(resource.provider, options.environment);
    const key = JSON.stringify([settings.url, settings.brand, settings.token]);
    const account = accounts.get(key) ?? openAccount(settings, options);
    accounts.set(key, account);
    return account;
  };
  const diagnoses: Diagnosis[] = [];
  // The newest first: an operation that was interrupted again and again has several entries, and only the newest one has its result.
  for (const operation of [...state.pending].reverse()) {
    try {
      diagnoses.unshift(await diagnoseOne(operation, { state, options, accountOf }));
    } catch (error) {
      diagnoses.unshift(undecided(operation, `Could not determine what it led to: ${(error as Error).message}`));
    }
  }
  return diagnoses;
}

interface Circumstances {
  readonly state: StackState;
  readonly options: DiagnoseOptions;
  readonly accountOf: (operation: PendingOperation) => Account;
}

async function diagnoseOne(
  operation: PendingOperation,
  { state, options, accountOf }: Circumstances,
): Promise<Diagnosis> {
  const { type, resource, notBeforeMs } = operation;
  const definition = kindOf(resource);
  if (!definition) return undecided(operation, `This version of pulumi-compute does not support ${resource.kind}.`);
  if (type !== "creating") return resumable(operation, definition);
  const account = accountOf(operation);
  const inFlightMs = state.writtenAt ?? options.nowMs;
  const found = await account.on(
    definition,
    async (handlers, context) => {
      const placed = state.resources.map((managed) => ({ resource: managed, url: undefined }));
      for (const key of managedKeys(placed, "")) context.memory.objects.noteKnown(key);
      const results = await handlers.interruptedResults(resource.args, { inFlightMs, notBeforeMs }, context);
      for (const result of results ?? []) {
        for (const key of handlers.objectKeys(result)) context.memory.objects.noteKnown(key);
      }
      return results;
    },
    { values: [resource.args], secrets: resource.secrets },
  );
  if (found === undefined) return withoutEvidence(operation, definition);
  const accepted = found.find(({ id }) => options.accepted.includes(id));
  const [first, ...others] = accepted ? [accepted] : found;
  if (first === undefined) {
    const isTooEarly = options.nowMs - inFlightMs < VISIBLE_MS;
    return isTooEarly
      ? undecided(operation, "The API does not show it yet. Run this command again in a minute.")
      : {
          ...about(operation),
          result: "not-created",
          ids: [],
          explanation: "It does not exist. The next `pulumi up` creates it.",
        };
  }
  const ids = found.map(({ id }) => id);
  const doubt = accepted ? undefined : doubtAbout(first, others);
  if (doubt !== undefined) {
    const explanation = `${named(definition, first)} ${doubt}. If it is yours, add \`--apply --accept ${first.id}\`; if not, change the program.`;
    return { ...undecided(operation, explanation), ids };
  }
  const explanation = `${named(definition, first)} exists. With --apply, it is recorded in state, and the next \`pulumi up\` completes it.`;
  return { ...about(operation), result: "created", ids: [first.id], explanation, found: first };
}

/** Why the resource may be someone else's; undefined if it is the result of the create as far as the API shows. */
function doubtAbout(first: InterruptedResult, others: readonly InterruptedResult[]): string | undefined {
  if (others.length > 0) return `and ${others.map(({ id }) => id).join(", ")} match`;
  if (first.differing.length > 0) return `has the same name, but differs in ${first.differing.join(", ")}`;
  return first.created === undefined ? "matches, but the API does not show when it was created" : undefined;
}

function resumable(operation: PendingOperation, { noun }: Definition): Diagnosis {
  const explanations: Readonly<Record<string, string>> = {
    updating: `State has the inputs from before the update. The next \`pulumi up\` sends what differs.`,
    deleting: `State still has the ${noun}. The next \`pulumi up\` deletes it, also if it no longer exists.`,
  };
  const explanation = explanations[operation.type] ?? "The next `pulumi up` reads it again.";
  return {
    ...about(operation),
    result: "resumable",
    ids: operation.resource.id === "" ? [] : [operation.resource.id],
    explanation,
  };
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
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${id}${created === undefined ? "" : ` (created ${created} UTC)`}`;
}
