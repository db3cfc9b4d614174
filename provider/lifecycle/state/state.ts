import { isDeepStrictEqual } from "node:util";
import type { Definition } from "../../definition/definition";
import { isInPath } from "../../definition/argument";
import { ownOutputs } from "../../definition/outputs";
import type { Values } from "../../definition/values";
import type { Spelling } from "./equality";
import { isIgnored, OPTIONS } from "./options";
import type { Wanted } from "./wanted";

/** Hidden output that remembers what the user's arguments were; its presence tells a refresh from a `.get`. */
export const APPLIED = "__applied";

/**
 * Hidden output with the spelling of the arguments that the service answered differently; encrypted, because it holds values
 * that may be secret under another name than their own.
 */
export const SPELLINGS = "__spellings";

export interface Applied {
  /** Names of the arguments that the user gave. */
  readonly args: readonly string[];
  /** The last operation did not do all that it had to: the next `up` must go on, also after a refresh. */
  readonly unfinished?: true;
  /** The status was not the one that a create leads to when the unfinished update began: going on leaves it alone. */
  readonly keepsStatus?: true;
  /** Ids of objects just like this one that its create left alone. */
  readonly doubles?: readonly string[];
  /** What the journal calls the request, where its result has no id that tells it. */
  readonly intent?: string;
}

export function appliedOf(state: Values): Applied {
  return (state[APPLIED] ?? { args: [] }) as Applied;
}

export function doublesOf(state: Values): readonly string[] {
  return appliedOf(state).doubles ?? [];
}

/** The state, with what it remembers beside the arguments. */
export function remembering(state: Values, more: Pick<Applied, "doubles" | "intent">): Values {
  const { doubles = [], intent } = more;
  const remembered = {
    ...appliedOf(state),
    ...(doubles.length > 0 ? { doubles } : {}),
    ...(intent === undefined ? {} : { intent }),
  };
  return { ...state, [APPLIED]: remembered };
}

export function spellingOf(state: Values, name: string): Spelling | undefined {
  return (state[SPELLINGS] as Readonly<Record<string, Spelling>> | undefined)?.[name];
}

/** The user's arguments as the state remembers them, in the user's own spelling. */
export function argsOf(state: Values): Values {
  const { args } = appliedOf(state);
  return {
    ...Object.fromEntries(args.map((name) => [name, spellingOf(state, name)?.sent ?? state[name]])),
    [OPTIONS]: state[OPTIONS],
  };
}

/** The live value of an argument, or what was asked for where the service does not tell. */
export function liveValue({ definition, args }: Wanted, name: string, live: Values): unknown {
  const rule = definition.args[name];
  if (!rule) return live[name];
  if (isInPath(rule) || rule.writeOnly) return args[name];
  if (rule.read?.ignoresDrift && args[name] !== undefined) return args[name];
  const value = rule.read?.from ? rule.read.from(live) : live[name];
  return value === undefined ? (args[name] ?? live[name]) : value;
}

/** The live values of all arguments and computed fields, under the names of the outputs. */
export function liveState(definition: Definition, live: Values, args: Values): Values {
  return {
    ...Object.fromEntries(ownOutputs(definition.outputs).map(([name, field]) => [name, live[field]])),
    ...Object.fromEntries(
      Object.keys(definition.args).map((name) => [name, liveValue({ definition, args }, name, live)]),
    ),
  };
}

/** The state after everything that `args` asks for is done: whatever the service shows now is its answer to it. */
export function finishedState(definition: Definition, live: Values, args: Values): Values {
  const state = liveState(definition, live, args);
  const given = givenArguments(definition, args);
  const spellings = given.flatMap((name) => {
    const rule = definition.args[name];
    const isTold = rule && !rule.writeOnly && !isInPath(rule) && !isIgnored(args, name);
    const isRemembered = isTold && !isDeepStrictEqual(args[name], state[name]);
    return isRemembered ? [[name, { sent: args[name], answered: state[name] }] as const] : [];
  });
  const remembered = spellings.length > 0 ? { [SPELLINGS]: Object.fromEntries(spellings) } : {};
  return { ...withApplied(state, args, { args: given }), ...remembered };
}

/** The state of an object that exists but is not yet what `args` asks for; `applied` tells how far it got. */
export function unfinishedState({ definition, args }: Wanted, live: Values, applied: Applied): Values {
  return withApplied(liveState(definition, live, args), args, { ...applied, unfinished: true });
}

export function givenArguments(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter((name) => args[name] !== undefined);
}

function withApplied(state: Values, args: Values, applied: Applied): Values {
  return { ...state, [APPLIED]: applied, ...(args[OPTIONS] === undefined ? {} : { [OPTIONS]: args[OPTIONS] }) };
}
