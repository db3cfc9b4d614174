import { CloudError, MissingResourceError } from "../api/errors";
import { digestOf } from "../definition/digest";
import { recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import type { Read } from "../lifecycle/object";
import type { DiffResult } from "../lifecycle/resource-handlers";
import { OPTIONS, optionsOf } from "../lifecycle/state";
import { capitalize, commaList } from "../lifecycle/wording";

/**
 * What `pulumi do … --stateless` needs beyond the calls of an engine. It passes a resource as the plugin has just read it, always with the same
 * URN, and updates it even if its change would replace it.
 */

/** Distinguishes commands by what they create; secrets count as equal. */
export function commandOf({ args }: Definition, inputs: Values): string {
  const marked = (optionsOf(inputs).secrets ?? []).map(([name]) => name);
  const names = Object.keys(inputs).filter((name) => name !== OPTIONS && !args[name]?.secret && !marked.includes(name));
  const shown = names.sort().map((name) => [name, inputs[name]]);
  return digestOf(shown, 12);
}

/** What was read, as if the state had it: undefined if it does not exist, so that an upsert creates one. */
export async function readAlone(reading: Promise<Read>): Promise<Read | undefined> {
  try {
    const { state, inputs } = await reading;
    return { state: managed(state), inputs: managed(inputs) };
  } catch (error) {
    if (error instanceof MissingResourceError) return undefined;
    throw error;
  }
}

/** Without the note that an import has read it, after which write-only inputs are only recorded. */
function managed({ [OPTIONS]: _, ...values }: Values): Values {
  return values;
}

/** @throws CloudError for a set: as it was read, it has all records of the zone, also those that others have made */
export function rejectWhole(definition: Definition, id: string): void {
  if (!recordsOf(definition)) return;
  throw new CloudError(
    `${capitalize(definition.noun)} ${id}: only a state shows which records belong to a set. Change or delete the records themselves, as ` +
      "DomainRecord, or let `pulumi do` keep a state, without `--stateless`. Nothing was changed.",
  );
}

/** @throws CloudError for a change that replaces the resource, because the command would update it */
export function rejectReplacement({ noun }: Definition, { replaces }: DiffResult): void {
  if (replaces.length === 0) return;
  throw new CloudError(
    `${capitalize(noun)}: a change of ${commaList(replaces)} replaces the ${noun}, which needs a state. Without \`--stateless\`, \`pulumi do\` ` +
      `keeps one; or create another ${noun} and delete this one. Nothing was changed.`,
  );
}
