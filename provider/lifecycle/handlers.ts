import { callsOf, checkResource, diffResource, handOver, handingOver } from "./calls";
import type { CheckResult, DiffResult } from "./calls";
import type { Read } from "./object";
import { optionsOf } from "./state";
import type { Context } from "./context";
import type { Recorded } from "./state";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";

/**
 * All that an engine asks of a resource kind. A front end only translates: arguments and states hold `UNKNOWN` where the engine
 * does not know a value yet, and what the engine knows of the resource besides (`Options`) under `OPTIONS`. It calls in the engine's
 * order, with contexts of one session; all that is to be shown goes to the context.
 */
export interface ResourceHandlers {
  /** @param olds the arguments as they were checked last; empty for a resource that is to be created */
  check(olds: Values, news: Values, context: Context): Promise<CheckResult>;
  /** @throws CloudError for a change that cannot be made at all. */
  diff(recorded: Recorded, args: Values, context: Context): Promise<DiffResult>;
  /**
   * Makes the object, or imports the one that the `import` option names.
   * @throws UnfinishedError, whose id and state must be recorded, when it fails half-way.
   */
  create(args: Values, context: Context): Promise<Recorded>;
  /**
   * Reads the resource for a refresh; for a `.get`, which only knows the id, the state is empty.
   * @returns undefined when a refresh finds that it is gone.
   */
  read(recorded: Recorded, context: Context): Promise<Read | undefined>;
  /**
   * @returns the new state
   * @throws UnfinishedError, whose state must be recorded, when it fails half-way.
   */
  update(recorded: Recorded, args: Values, context: Context): Promise<Values>;
  /** What is gone already is a success. */
  delete(recorded: Recorded, context: Context): Promise<void>;
  /**
   * All objects of the kind in the account, each as `read` tells it for a `.get`. Of objects that are in another one (records in a
   * domain), those in the one that `args` name by the arguments of the path; where `args` leave these out, whatever they could be in
   * is listed first, and then what is in each. A set is everything in one such object. Of an action, the objects that it makes,
   * whoever asked for them; none where it makes none, so that every kind can be asked.
   *
   * It costs a request for each page, and for each path of an object that has outputs of its own, as in `read`. Nothing of it counts
   * as recorded: it can still be imported. Whether a recorded object is gone, only `read` finds out.
   */
  list(args: Values, context: Context): Promise<readonly Recorded[]>;
}

/** How the resources of this kind live. */
export function handlersFor(definition: Definition): ResourceHandlers {
  const calls = callsOf(definition);
  return {
    check: (olds, news, context) => checkResource(calls, { olds, news }, context),
    diff: (recorded, args, context) => diffResource(calls, { recorded, args }, context),
    create: (args, context) => handingOver(args, context, () => calls.create(args, context)),
    read: (recorded, context) => {
      handOver(optionsOf(recorded.state), recorded, context);
      return calls.read(recorded, context);
    },
    update: async (recorded, args, context) => {
      const { id } = recorded;
      const updated = await handingOver(args, context, async () => ({
        id,
        state: await calls.update(recorded, args, context),
      }));
      return updated.state;
    },
    delete: (recorded, context) => {
      handOver(optionsOf(recorded.state), recorded, context);
      return calls.remove(recorded, context);
    },
    list: (args, context) => calls.list(args, context),
  };
}
