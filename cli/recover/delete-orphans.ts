import { openAccount } from "../account/account";
import type { AccountOptions } from "../account/account";
import { settingsOf } from "../account/settings";
import { UsageError } from "../command";
import { kindOf } from "../state/kind-of";
import type { Diagnosis } from "./diagnosis";

/** A resource that the user named to be deleted. */
export interface Orphan {
  readonly kind: string;
  readonly id: string;
  readonly isDeleted: boolean;
  /** Why it could not be deleted. */
  readonly problem?: string;
}

/**
 * Deletes resources at the API, if an interrupted create led to them as far as the API or the journal shows, and no stack manages them.
 * @throws UsageError before anything is deleted, if one of them is something else
 */
export async function deleteOrphans(
  ids: readonly string[],
  diagnoses: readonly Diagnosis[],
  options: AccountOptions & { readonly environment: NodeJS.ProcessEnv },
): Promise<readonly Orphan[]> {
  const orphans: Orphan[] = [];
  for (const { definition, resource, id, state } of ids.map((one) => provenWith(one, diagnoses))) {
    const { kind, provider, secrets } = resource;
    try {
      const settings = settingsOf(provider, options.environment);
      const account = openAccount(settings, { ...options, journal: undefined, mayWrite: true });
      const about = { values: [state], secrets };
      await account.on(definition, (handlers, context) => handlers.delete({ id, state }, context), about);
      orphans.push({ kind, id, isDeleted: true });
    } catch (error) {
      orphans.push({ kind, id, isDeleted: false, problem: (error as Error).message });
    }
  }
  return orphans;
}

function provenWith(id: string, diagnoses: readonly Diagnosis[]) {
  const found = diagnoses.flatMap(({ pending: { resource }, proven = [] }) => {
    const result = proven.find((one) => one.id === id);
    const definition = kindOf(resource);
    return result && definition ? [{ id, state: result.state, definition, resource }] : [];
  });
  const [first] = found;
  if (first === undefined)
    throw new UsageError(
      `--delete-orphans ${id}: nothing shows that an interrupted create of this stack led to it, and that no stack manages it. Nothing ` +
        "was deleted.",
    );
  if (found.some(({ definition }) => definition !== first.definition))
    throw new UsageError(`--delete-orphans ${id}: resources of several types have this ID. Nothing was deleted.`);
  return first;
}
