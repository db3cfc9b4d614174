import type { InterruptedResult } from "../../provider/lifecycle/object";
import { openAccount } from "../account/account";
import { settingsOf } from "../account/settings";
import { UsageError } from "../command";
import { kindOf } from "../state/kind-of";
import type { PendingOperation, StackState } from "../state/stack-state";
import type { DiagnoseOptions, Diagnosis } from "./diagnose";

/** A resource that the user named to be deleted. */
export interface Orphan {
  readonly kind: string;
  readonly id: string;
  readonly isDeleted: boolean;
  /** Why it could not be deleted. */
  readonly problem?: string;
}

interface Circumstances {
  readonly state: StackState;
  readonly options: Omit<DiagnoseOptions, "accepted" | "discarded">;
}

/**
 * Deletes resources at the API, if an interrupted create led to them as far as the API or the journal shows, and the stack does not manage
 * them.
 * @throws UsageError before anything is deleted, if one of them is something else
 */
export async function deleteOrphans(
  ids: readonly string[],
  diagnoses: readonly Diagnosis[],
  { state, options }: Circumstances,
): Promise<readonly Orphan[]> {
  const found = ids.map((id) => provenWith(id, diagnoses, state));
  const orphans: Orphan[] = [];
  for (const { result, operation } of found) {
    const { kind } = operation.resource;
    try {
      await deleteOne(result, operation, options);
      orphans.push({ kind, id: result.id, isDeleted: true });
    } catch (error) {
      orphans.push({ kind, id: result.id, isDeleted: false, problem: (error as Error).message });
    }
  }
  return orphans;
}

function provenWith(id: string, diagnoses: readonly Diagnosis[], { pending }: StackState) {
  const found = diagnoses.flatMap(({ index, proven = [] }) => {
    const result = proven.find((one) => one.id === id);
    const operation = pending.find((one) => one.index === index);
    return result && operation ? [{ result, operation }] : [];
  });
  const [first] = found;
  if (first === undefined) {
    throw new UsageError(
      `--delete-orphans ${id}: nothing shows that an interrupted create of this stack led to it. Nothing was deleted.`,
    );
  }
  if (found.some(({ operation }) => operation.resource.kind !== first.operation.resource.kind))
    throw new UsageError(`--delete-orphans ${id}: resources of several types have this ID. Nothing was deleted.`);
  return first;
}

async function deleteOne(
  { id, state }: InterruptedResult,
  { resource }: PendingOperation,
  options: Circumstances["options"],
): Promise<void> {
  const definition = kindOf(resource);
  if (!definition) throw new Error(`This version of pulumi-compute does not support ${resource.kind}.`);
  const settings = settingsOf(resource.provider, options.environment);
  const account = openAccount(settings, { ...options, journal: undefined, mayWrite: true });
  await account.on(definition, (handlers, context) => handlers.delete({ id, state }, context), {
    values: [state],
    secrets: resource.secrets,
  });
}
