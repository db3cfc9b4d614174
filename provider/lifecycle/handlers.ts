import { callsOf, checkResource, diffResource, inspectResource, noteRecorded, trackPersistence } from "./calls";
import type { CheckResult, DiffResult, Inspection, KindCalls } from "./calls";
import type { Read } from "./object";
import { optionsOf } from "./state";
import type { Recorded } from "./state";
import type { Context } from "./context";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";

/**
 * Everything that an engine asks of a resource kind. A front end only translates: arguments and states hold `UNKNOWN`
 * where the engine does not know a value yet, and under `OPTIONS` what else it knows about the resource. It makes the
 * calls in the engine's order, with contexts of one session, which also take the messages.
 */
export interface ResourceHandlers {
  /** @param olds the arguments of the last check; empty for a resource that is to be created */
  check(olds: Values, news: Values, context: Context): Promise<CheckResult>;
  /** @throws CloudError for a change that cannot be made at all. */
  diff(recorded: Recorded, args: Values, context: Context): Promise<DiffResult>;
  /**
   * Makes the object, or imports the one that the `import` option names.
   * @throws UnfinishedError when it fails halfway; what that holds must be recorded.
   */
  create(args: Values, context: Context): Promise<Recorded>;
  /**
   * Reads the resource for a refresh; for a `.get`, which only knows the id, the state is empty.
   * @returns undefined when a refresh finds that it is gone.
   */
  read(recorded: Recorded, context: Context): Promise<Read | undefined>;
  /**
   * @returns the new state
   * @throws UnfinishedError when it fails halfway; what that holds must be recorded.
   */
  update(recorded: Recorded, args: Values, context: Context): Promise<Values>;
  /** Succeeds when there is nothing left to delete. */
  delete(recorded: Recorded, context: Context): Promise<void>;
  /**
   * All objects of the kind in the account, each as `read` returns it for a `.get`. Objects that are in another one
   * (records in a domain): those in the parent that the path arguments in `args` name; without these, the possible
   * parents are listed first, and then each one's objects. A set is everything in one parent. Of an action: the objects
   * that it makes, whoever asked for them, or none.
   *
   * Costs a request for each page, and one for each sub-resource path of each object, as in `read`. Nothing counts as
   * recorded afterwards: everything can still be imported. Only `read` finds out whether a recorded object is gone.
   */
  list(args: Values, context: Context): Promise<readonly Recorded[]>;
  /**
   * Compares the live resource with its arguments, for a report: `read` and `diff` in one, without anything that belongs to
   * a run.
   * @returns undefined when it is gone
   */
  inspect(recorded: Recorded, args: Values, context: Context): Promise<Inspection | undefined>;
  /** Keys of the objects that the resource stands for, which are those of `list`'s objects. Without a request. */
  objectKeys(recorded: Recorded): readonly string[];
}

/** For how long a refresh retries what fails: a list, and then an object by itself, take a minute together. */
const REFRESH_TROUBLE_MS = 25_000;

/** The handlers of one kind. */
export function handlersFor(definition: Definition): ResourceHandlers {
  const calls = callsOf(definition);
  return {
    check: (olds, news, context) => checkResource(calls, { olds, news }, context),
    diff: (recorded, args, context) => diffResource(calls, { recorded, args }, context),
    create: (args, context) => trackPersistence(definition, { args, context }, () => calls.create(args, context)),
    read: (recorded, context) => {
      noteRecorded(definition, { ...recorded, urn: optionsOf(recorded.state).urn }, context);
      return calls.read(recorded, { ...context, troubleMs: REFRESH_TROUBLE_MS });
    },
    update: async (recorded, args, context) => {
      const { id } = recorded;
      const updated = await trackPersistence(definition, { args, context }, async () => ({
        id,
        state: await calls.update(recorded, args, context),
      }));
      return updated.state;
    },
    delete: (recorded, context) => removeResource(calls, recorded, context),
    list: (args, context) => calls.list(args, context),
    inspect: (recorded, args, context) => inspectResource(calls, { recorded, args }, context),
    objectKeys: (recorded) => calls.memoryKeys(recorded),
  };
}

/** Deletes the resource. With its state goes what it remembers of duplicates, so those that still exist are named. */
async function removeResource(calls: KindCalls, recorded: Recorded, context: Context): Promise<void> {
  const { state } = recorded;
  noteRecorded(calls.definition, { ...recorded, urn: optionsOf(state).urn }, context);
  await calls.remove(recorded, context);
  for (const reminder of await calls.reminders(state, context)) context.warn(reminder);
}
