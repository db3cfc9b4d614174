import type { Values } from "../../definition/values";
import { SERVER_VALUES, appliedOf, argsOf, finishedState, givenArguments, unfinishedState, withNotes } from "../state";
import type { Applied } from "../state";
import type { ObjectOperation } from "../context";
import type { Progress } from "./converge";
import { appliedAfterCreate } from "./make";
import { readSubResources, storedSubResources } from "./sub-resources";

/** What an operation begins with, of what is recorded. */
interface Before {
  /** Without an earlier state, empty. */
  readonly state: Values;
  /** Ids of identical objects that the create did not touch. */
  readonly doubles: readonly string[];
}

/** The state of an object that is as the arguments want it. */
export async function finished(operation: ObjectOperation, live: Values, { state, doubles }: Before): Promise<Values> {
  const { definition, args } = operation;
  const details = await readSubResources(operation, { live, state });
  return { ...withNotes(finishedState(definition, live, args), { doubles }), ...details };
}

/** The state of an object whose create failed halfway: without the arguments that are not applied yet. */
export function leftByCreate(
  { definition, args }: ObjectOperation,
  progress: Progress,
  doubles: readonly string[],
): Values {
  const undone = appliedAfterCreate(definition, args).filter((name) => !progress.done.has(name));
  const reached = Object.fromEntries(Object.entries(args).filter(([name]) => !undone.includes(name)));
  const applied = { args: [...new Set([...givenArguments(definition, reached), ...progress.ambiguous])] };
  return withNotes(unfinishedState({ definition, args: reached }, progress.live, applied), { doubles });
}

/** The state of an object whose update failed halfway: with the earlier arguments, and those that are done. */
export function leftByUpdate(
  { definition, args }: ObjectOperation,
  { live, done, ambiguous }: Progress,
  { state, keepsStatus }: { readonly state: Values; readonly keepsStatus: boolean },
): Values {
  const { unfinished: _, keepsStatus: __, ...before } = appliedOf(state);
  // What the service does not show has no known value any more: the next `up` sends it, whatever it is then.
  const unknown = Array.from(ambiguous).filter((name) => definition.args[name]?.writeOnly);
  const reached = {
    ...argsOf(state),
    ...Object.fromEntries(Array.from(done, (name) => [name, args[name]])),
    ...Object.fromEntries(unknown.map((name) => [name, undefined])),
  };
  const applied: Applied = {
    ...before,
    args: [...new Set([...before.args, ...done, ...ambiguous])],
    ...(keepsStatus ? { keepsStatus } : {}),
  };
  return {
    ...unfinishedState({ definition, args: reached }, live, applied),
    ...(state[SERVER_VALUES] === undefined ? {} : { [SERVER_VALUES]: state[SERVER_VALUES] }),
    ...storedSubResources(definition, state),
  };
}
