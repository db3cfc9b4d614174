import { isDeepStrictEqual } from "node:util";
import { CloudError } from "../api/errors";
import { isAction, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import type { Failure } from "../definition/types";
import { hasUnknown } from "../definition/values";
import type { Values } from "../definition/values";
import { rejectOtherAccount, withAccount } from "./context";
import type { Context, ResourceCall } from "./context";
import type { ResourceHandlers } from "./resource-handlers";
import { asFound } from "./object";
import { findLost, hashesFor } from "./ownership";
import {
  APPLIED,
  OPTIONS,
  PROVISIONAL,
  UnfinishedError,
  appliedOf,
  argsOf,
  changesThatReplace,
  collectionPath,
  createBody,
  givenArguments,
  isProvisional,
  optionsOf,
  withNotes,
} from "./state";
import type { Recorded } from "./state";
import { unlessParentIsGone } from "./waiting";
import { messageOf, sentence } from "./wording";

const PROVISIONAL_ID = new RegExp(`${PROVISIONAL}[0-9a-f]{16}`);

/** The error of an operation that may have created something, with the state to record; any other error as it is. */
function asLost({ definition, args, context }: ResourceCall, error: unknown): unknown {
  const urn = urnOf(args);
  const lost = context.journal.openLines(urn);
  const isSet = recordsOf(definition) !== undefined;
  if (error instanceof UnfinishedError) {
    const { id, state } = error.recorded;
    if (!isSet || lost.length === 0) return error;
    return new UnfinishedError({ id, state: { ...state, [APPLIED]: { ...appliedOf(state), lost } } }, error);
  }
  const isInState = lost.every(({ intent }) => context.memory.program.lostBefore(urn)?.includes(intent));
  const latest = lost.at(-1);
  if (!latest || isInState || isSet || isAction(definition)) return error;
  // Nothing records what a command without a state returns.
  if (optionsOf(args).command !== undefined) {
    const next =
      "No state keeps this: the same command on the same machine continues the search, and no other one does.";
    return new CloudError(`${sentence(messageOf(error))} ${next}`);
  }
  const given = givenArguments(definition, args);
  const state = {
    ...Object.fromEntries(given.map((name) => [name, args[name]])),
    [APPLIED]: { args: given, lost },
    [OPTIONS]: args[OPTIONS],
  };
  const message =
    `${sentence(messageOf(error))} What is known of the request is in the state, so \`pulumi up\` continues the search on any machine; for a ` +
    "protected resource, with `--refresh`.";
  const recorded = { id: `${PROVISIONAL}${latest.intent}`, state: withAccount(state, context) };
  return new UnfinishedError(recorded, new CloudError(message));
}

/** Notes what killed updates were creating for the resource, according to the state. */
async function recallPending({ definition, args: news, context }: ResourceCall): Promise<void> {
  const [options, urn] = [optionsOf(news), urnOf(news)];
  await context.journal.recallPending(urn, async ({ inputs: recorded, isUpdate, ...time }) => {
    const inputs = definition.identity.fromRecorded ? definition.identity.fromRecorded(recorded) : recorded;
    if (!inputs) return undefined;
    const shown = Object.entries(inputs).map(([name, value]) => [name, hasUnknown(value) ? news[name] : value]);
    const args: Values = { ...(Object.fromEntries(shown) as Values), [OPTIONS]: options };
    const isAnother = isAction(definition) && !isDeepStrictEqual(inputs.triggers, news.triggers);
    const mayCreate = !isUpdate || recordsOf(definition) !== undefined;
    if (isAnother || !mayCreate || optionsOf(inputs).import !== undefined) return undefined;
    const request = { urn, collection: collectionPath(definition, args), ...time };
    if (isAction(definition) || recordsOf(definition)) return request;
    const { identity = {}, sent = {} } = await hashesFor({ definition, args, context }, createBody(definition, args));
    // What is encrypted may have changed since.
    const isKnown = ([name]: readonly [string, string]): boolean => !hasUnknown(inputs[name]);
    const isWhole = Object.entries(identity).every(isKnown);
    return {
      ...request,
      ...(isWhole ? { identity } : {}),
      sent: Object.fromEntries(Object.entries(sent).filter(isKnown)),
    };
  });
}

/**
 * The operations of a resource type, also for creates whose outcome is unknown. Such a create is in the state, with a provisional ID and what
 * the journal has noted of its requests, or, if its update was killed, as a pending operation, so that the next command finds the result on any
 * machine. The next update replaces a provisional ID: the create searches for the result first, as it does for what this machine's journal
 * shows. See docs/decisions/0021-lost-creates-are-in-the-state.md.
 */
export function withLostCreates(definition: Definition, handlers: ResourceHandlers): ResourceHandlers {
  /** @param args the inputs of the program, if there are any */
  const recall = async (recorded: Recorded, context: Context, args?: Values): Promise<ResourceCall> => {
    await rejectOtherAccount({ definition, context }, recorded, true);
    const sent = argsOf(recorded.state);
    const urn = urnOf(args ?? sent);
    await context.journal.recall(urn, appliedOf(recorded.state).lost ?? []);
    return { definition, args: { ...sent, [OPTIONS]: { ...optionsOf(sent), urn } }, context };
  };
  /** The result; undefined if there is none, or `isOpen` if that is not certain yet. */
  const find = async (call: ResourceCall): Promise<{ readonly own?: Recorded; readonly isOpen: boolean }> => {
    const { own, isOpen } = await unlessParentIsGone(
      call,
      () => findLost(call),
      () => ({ own: undefined, isOpen: false }),
    );
    if (!own) return { isOpen };
    const state = withNotes(asFound(call, own.live), { intent: own.request.id });
    return { own: { id: own.id, state: withAccount(state, call.context) }, isOpen };
  };
  const withLines = (call: ResourceCall) => (error: unknown) => {
    throw asLost(call, error);
  };
  return {
    ...handlers,
    check: async (olds, news, context) => {
      if (Object.keys(olds).length === 0) await recallPending({ definition, args: news, context });
      const { inputs, failures } = await handlers.check(olds, news, context);
      return { inputs, failures: [...failures, ...provisionalIn(news)] };
    },
    create: (args, context) => {
      const note = (does: "begin" | "end") => context.journal.noteCreate(does, urnOf(args), context.clock.today());
      note("begin");
      const created = handlers.create(args, context).finally(() => note("end"));
      return created.catch(withLines({ definition, args, context }));
    },
    diff: async (recorded, args, context) => {
      if (!isProvisional(recorded)) {
        const difference = await handlers.diff(recorded, args, context);
        // The update of a set may create records.
        if (recordsOf(definition) && difference.hasChanges) await recallPending({ definition, args, context });
        return difference;
      }
      const { args: sent } = await recall(recorded, context, args);
      const lost = (appliedOf(recorded.state).lost ?? []).map(({ intent }) => intent);
      // A refresh also compares, but no create follows.
      if (context.memory.program.has(urnOf(args))) context.memory.program.noteLost(urnOf(args), lost);
      // The program no longer wants the result, which may hold the unique name.
      const deleteBeforeReplace = changesThatReplace(definition, sent, args).length > 0;
      return { changed: [], replaces: [OPTIONS], hasChanges: true, unfinished: true, deleteBeforeReplace };
    },
    read: async (recorded, context) => {
      if (!isProvisional(recorded)) return handlers.read(recorded, context);
      const call = await recall(recorded, context);
      const { own, isOpen } = await find(call);
      if (own) return { ...own, inputs: call.args };
      return isOpen ? { ...recorded, inputs: call.args } : undefined;
    },
    update: async (recorded, args, context) => {
      if (isProvisional(recorded)) throw outcomeUnknown(definition);
      const { lost } = appliedOf(recorded.state);
      if (lost) await recall(recorded, context, args);
      return handlers.update(recorded, args, context).catch(withLines({ definition, args, context }));
    },
    delete: async (recorded, context) => {
      if (!isProvisional(recorded)) return handlers.delete(recorded, context);
      // The create that replaced it has found the result.
      if (context.memory.program.isFound(urnOf(recorded.state))) return;
      const { own } = await find(await recall(recorded, context));
      if (own) await handlers.delete(own, context);
    },
    interruptedResults: async (recorded, args, context) => {
      await context.journal.recall(urnOf(args), appliedOf(recorded.state).lost ?? []);
      await recallPending({ definition, args, context });
      return handlers.interruptedResults(recorded, args, context);
    },
    inspect: (recorded, args, context) =>
      isProvisional(recorded) ? Promise.reject(outcomeUnknown(definition)) : handlers.inspect(recorded, args, context),
    objectKeys: (recorded) => (isProvisional(recorded) ? [] : handlers.objectKeys(recorded)),
  };
}

/** With `--target`, the engine does not compare the resource whose ID this is. */
function provisionalIn(news: Values): Failure[] {
  const { [OPTIONS]: _, ...inputs } = news;
  const paths = Object.keys(inputs).filter((path) => PROVISIONAL_ID.test(JSON.stringify(inputs[path]) ?? ""));
  const reason = "contains the ID of a resource whose create has not been confirmed: include it in this update";
  return paths.map((path) => ({ path, reason }));
}

function urnOf(values: Values): string {
  return optionsOf(values).urn ?? "";
}

function outcomeUnknown({ noun }: Definition): CloudError {
  return new CloudError(
    `It is unknown whether this ${noun} was created. Run \`pulumi up --refresh\`, which searches for it.`,
  );
}
