import { CloudError } from "../api/errors";
import { isAction, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { rejectOtherAccount, withAccount } from "./context";
import type { Context, ResourceCall } from "./context";
import type { ResourceHandlers } from "./resource-handlers";
import { asFound } from "./object";
import { findLost } from "./ownership";
import { APPLIED, OPTIONS, UnfinishedError, appliedOf, argsOf, givenArguments, idOf, optionsOf } from "./state";
import type { Recorded } from "./state";
import { messageOf, sentence } from "./wording";

/**
 * A create whose outcome is unknown is in the state, with a provisional ID and what the journal has noted of its requests, so that the next
 * command finds the result on any machine. Every operation on such a resource is here. The next update replaces it: its create searches for
 * the result first, as it does for what the journal of this machine shows. See docs/decisions/0021-lost-creates-are-in-the-state.md.
 */
const PROVISIONAL = "pending-";

function isProvisional({ id }: Pick<Recorded, "id">): boolean {
  return id.startsWith(PROVISIONAL);
}

/** The error of a create that may have created something, with the state to record; any other error as it is. */
function asLost({ definition, args, context }: ResourceCall, error: unknown): unknown {
  const { urn } = optionsOf(args);
  if (urn === undefined || isAction(definition) || recordsOf(definition)) return error;
  const lost = context.journal.openLines(urn);
  const [first] = lost;
  if (!first) return error;
  const given = givenArguments(definition, args);
  const state = {
    ...Object.fromEntries(given.map((name) => [name, args[name]])),
    [APPLIED]: { args: given, lost },
    [OPTIONS]: args[OPTIONS],
  };
  const message =
    `${sentence(messageOf(error))} What is known of the request is in the state, so \`pulumi up\` continues the search on any machine; for a ` +
    "protected resource, with `--refresh`.";
  const recorded = { id: `${PROVISIONAL}${first.intent}`, state: withAccount(state, context) };
  return new UnfinishedError(recorded, new CloudError(message));
}

/** The operations of a resource type, also for its lost creates. */
export function withLostCreates(definition: Definition, handlers: ResourceHandlers): ResourceHandlers {
  const recall = async (recorded: Recorded, context: Context, isWrite = false): Promise<ResourceCall> => {
    await rejectOtherAccount({ definition, context }, recorded, isWrite);
    const args = argsOf(recorded.state);
    const { urn = "" } = optionsOf(args);
    context.journal.recall(urn, appliedOf(recorded.state).lost ?? []);
    return { definition, args, context };
  };
  return {
    ...handlers,
    create: (args, context) =>
      handlers.create(args, context).catch((error: unknown) => {
        throw error instanceof UnfinishedError ? error : asLost({ definition, args, context }, error);
      }),
    diff: async (recorded, args, context) => {
      if (!isProvisional(recorded)) return handlers.diff(recorded, args, context);
      await recall(recorded, context);
      const { urn = "" } = optionsOf(args);
      // A refresh also compares, but no create follows.
      if (context.memory.program.has(urn)) context.memory.program.noteLost(urn);
      return { changed: [], replaces: [OPTIONS], hasChanges: true, unfinished: true, deleteBeforeReplace: false };
    },
    read: async (recorded, context) => {
      if (!isProvisional(recorded)) return handlers.read(recorded, context);
      const call = await recall(recorded, context);
      const { own, isOpen } = await findLost(call);
      if (own) return { ...found(call, own.live), inputs: call.args };
      // Whether it exists is not certain yet.
      return isOpen ? { ...recorded, inputs: call.args } : undefined;
    },
    update: (recorded, args, context) =>
      isProvisional(recorded) ? Promise.reject(outcomeUnknown(definition)) : handlers.update(recorded, args, context),
    delete: async (recorded, context) => {
      if (!isProvisional(recorded)) return handlers.delete(recorded, context);
      const { urn = "" } = optionsOf(recorded.state);
      // The create that replaced it has found the result.
      if (context.memory.program.isLost(urn)) return;
      const call = await recall(recorded, context, true);
      const { own } = await findLost(call);
      if (own) await handlers.delete(found(call, own.live), context);
    },
    inspect: (recorded, args, context) =>
      isProvisional(recorded) ? Promise.reject(outcomeUnknown(definition)) : handlers.inspect(recorded, args, context),
    objectKeys: (recorded) => (isProvisional(recorded) ? [] : handlers.objectKeys(recorded)),
  };
}

function found(call: ResourceCall, live: Values): Recorded {
  return { id: idOf(call.definition, call.args, live), state: withAccount(asFound(call, live), call.context) };
}

function outcomeUnknown({ noun }: Definition): CloudError {
  return new CloudError(
    `It is unknown whether this ${noun} was created. Run \`pulumi up --refresh\`, which searches for it.`,
  );
}
