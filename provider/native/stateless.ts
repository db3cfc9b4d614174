import { CloudError, MissingResourceError } from "../api/errors";
import { digestOf } from "../definition/digest";
import { recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { handlersFor } from "../lifecycle/handlers";
import type { Read } from "../lifecycle/object";
import type { DiffResult, ResourceHandlers } from "../lifecycle/resource-handlers";
import { OPTIONS, optionsOf } from "../lifecycle/state";
import type { Options } from "../lifecycle/state";
import { capitalize, commaList } from "../lifecycle/wording";

type Handlers = Omit<ResourceHandlers, "readNew"> & {
  /** Undefined if it does not exist, so that an upsert creates one. */
  readNew(...args: Parameters<ResourceHandlers["readNew"]>): Promise<Read | undefined>;
};

/**
 * What `pulumi do … --stateless` needs beyond the calls of an engine. It passes a resource as the plugin has just read it, always with the same
 * URN, and updates it even if its change would replace it.
 */
export class StatelessCommand {
  private command = "";

  /** The command's resource is checked once, before anything is created. */
  begin(definition: Definition, inputs: Values): void {
    this.command = commandOf(definition, inputs);
  }

  get options(): Options {
    return { command: this.command };
  }

  handlersFor(definition: Definition): Handlers {
    const handlers = handlersFor(definition);
    return {
      ...handlers,
      async diff(recorded, args, context) {
        rejectWhole(definition, recorded.id);
        const difference = await handlers.diff(recorded, args, context);
        rejectReplacement(definition, difference);
        return difference;
      },
      readNew: (named, context) => readAlone(handlers.readNew({ ...named, for: "operation" }, context)),
      async delete(recorded, context) {
        rejectWhole(definition, recorded.id);
        await handlers.delete(recorded, context);
      },
    };
  }
}

/** Distinguishes commands by what they create; secrets count as equal. */
function commandOf({ args }: Definition, inputs: Values): string {
  const marked = (optionsOf(inputs).secrets ?? []).map(([name]) => name);
  const names = Object.keys(inputs).filter((name) => name !== OPTIONS && !args[name]?.secret && !marked.includes(name));
  const shown = names.sort().map((name) => [name, inputs[name]]);
  return digestOf(shown, 12);
}

/** What was read, as if the state had it. */
async function readAlone(reading: Promise<Read>): Promise<Read | undefined> {
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
function rejectWhole(definition: Definition, id: string): void {
  if (!recordsOf(definition)) return;
  throw new CloudError(
    `${capitalize(definition.noun)} ${id}: only a state shows which records belong to a set. Change or delete the records themselves, as ` +
      "DomainRecord, or let `pulumi do` keep a state, without `--stateless`. Nothing was changed.",
  );
}

/** @throws CloudError for a change that replaces the resource, because the command would update it */
function rejectReplacement({ noun }: Definition, { replaces }: DiffResult): void {
  if (replaces.length === 0) return;
  throw new CloudError(
    `${capitalize(noun)}: a change of ${commaList(replaces)} replaces the ${noun}, which needs a state. Without \`--stateless\`, \`pulumi do\` ` +
      `keeps one; or create another ${noun} and delete this one. Nothing was changed.`,
  );
}
