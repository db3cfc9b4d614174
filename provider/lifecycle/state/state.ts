import type { Values } from "../../definition/values";
import type { Spelling, Wanted } from "./values";
import { isDeepStrictEqual } from "node:util";
import type { Definition } from "../../definition/definition";
import { isInPath } from "../../definition/argument";
import { ownOutputs } from "../../definition/outputs";
import { messageOf } from "../wording";

/** Hidden input for what Pulumi's dynamic contract does not pass on. */
export const OPTIONS = "__options";

/** The resource options that reach the lifecycle through that input. */
export interface Options {
  readonly urn?: string;
  /** Left out where it is the default one: every byte of the state is written again with every resource. */
  readonly organization?: string;
  /** Deadlines in seconds, from `customTimeouts`. */
  readonly timeouts?: { readonly create?: number; readonly update?: number; readonly delete?: number };
  /** Id of an existing object, from `import`. */
  readonly import?: string;
  /** The call belongs to a preview. Never recorded. */
  readonly isPreview?: true;
  /** A replacement deletes first, from `deleteBeforeReplace`. The engine does that itself. */
  readonly deletesFirst?: true;
  /** Arguments whose differences are ignored, from `ignoreChanges`. */
  readonly ignoreChanges?: readonly string[];
  /** Paths of the values that the program itself marked as secret. */
  readonly secrets?: readonly (readonly string[])[];
  /** Arguments whose change replaces the object, from `replaceOnChanges`. The engine does that itself. */
  readonly replaceOnChanges?: readonly string[];
  /** The program still has the `import` option, although the object is in the state. */
  readonly importStays?: true;
  /** The name was generated, not given by the user. */
  readonly generated?: true;
  /** The content's hash was computed from a file that looked like this; while it still does, it is not read again. */
  readonly content?: { readonly path?: string; readonly size?: number; readonly modified?: number };
}

/** The organization of every stack whose backend is not Pulumi Cloud. */
export const DEFAULT_ORGANIZATION = "organization";

export function organizationOf({ organization = DEFAULT_ORGANIZATION }: Options): string {
  return organization;
}

export function optionsOf(values: Values): Options {
  return values[OPTIONS] ?? {};
}

/** Whether the user accepts any live value of this argument. */
export function isIgnored(values: Values, name: string): boolean {
  const { ignoreChanges = [] } = optionsOf(values);
  return ignoreChanges.includes(name) || ignoreChanges.includes("*");
}

/** Whether the user wants a change of this argument to replace the object. */
export function isReplacedOnChange(values: Values, name: string): boolean {
  const { replaceOnChanges = [] } = optionsOf(values);
  return replaceOnChanges.includes(name) || replaceOnChanges.includes("*");
}

/** Hidden output with the names of the user's arguments. A state without it belongs to a `.get`. */
export const APPLIED = "__applied";

/**
 * Hidden output with the arguments that the service spelled differently. Encrypted, because it repeats values that may
 * be secret.
 */
export const SERVER_VALUES = "__spellings";

export interface Applied {
  /** Names of the arguments that the user gave. */
  readonly args: readonly string[];
  /** The last operation did not finish: the next `up` must continue, even after a refresh. */
  readonly unfinished?: true;
  /**
   * When the unfinished update began, the status was not the one that a create leads to; continuing leaves it alone.
   */
  readonly keepsStatus?: true;
  /** Ids of identical objects that the create did not adopt; the name is that of stored states. */
  readonly doubles?: readonly string[];
  /** The journal's name of the request, where its result has no id. */
  readonly intent?: string;
}

export function appliedOf(state: Values): Applied {
  return (state[APPLIED] ?? { args: [] }) as Applied;
}

export function duplicatesOf(state: Values): readonly string[] {
  return appliedOf(state).doubles ?? [];
}

/** The state, with more to remember in it. */
export function withNotes(
  state: Values,
  { duplicates = [], intent }: { readonly duplicates?: readonly string[]; readonly intent?: string | undefined },
): Values {
  const remembered = {
    ...appliedOf(state),
    ...(duplicates.length > 0 ? { doubles: duplicates } : {}),
    ...(intent === undefined ? {} : { intent }),
  };
  return { ...state, [APPLIED]: remembered };
}

export function serverValueOf(state: Values, name: string): Spelling | undefined {
  return (state[SERVER_VALUES] as Readonly<Record<string, Spelling>> | undefined)?.[name];
}

/** The user's arguments, restored from the state in the user's own spelling. */
export function argsOf(state: Values): Values {
  const { args } = appliedOf(state);
  return {
    ...Object.fromEntries(args.map((name) => [name, serverValueOf(state, name)?.sent ?? state[name]])),
    [OPTIONS]: state[OPTIONS],
  };
}

/** The live value of an argument, or the wanted one where the service does not show it. */
export function liveValue({ definition, args }: Wanted, name: string, live: Values): unknown {
  const rule = definition.args[name];
  if (!rule) return live[name];
  if (isInPath(rule) || rule.writeOnly) return args[name];
  if (rule.read?.ignoresDrift && args[name] !== undefined) return args[name];
  const value = rule.read?.from ? rule.read.from(live) : live[name];
  return value === undefined ? (args[name] ?? live[name]) : value;
}

/** The live values of all arguments and computed outputs. */
export function liveState(definition: Definition, live: Values, args: Values): Values {
  return {
    ...Object.fromEntries(ownOutputs(definition.outputs).map(([name, field]) => [name, live[field]])),
    ...Object.fromEntries(
      Object.keys(definition.args).map((name) => [name, liveValue({ definition, args }, name, live)]),
    ),
  };
}

/** The state after an operation is complete: whatever the service shows now is its answer to these arguments. */
export function finishedState(definition: Definition, live: Values, args: Values): Values {
  const state = liveState(definition, live, args);
  const given = givenArguments(definition, args);
  const spellings = given.flatMap((name) => {
    const rule = definition.args[name];
    const isShown = rule && !rule.writeOnly && !isInPath(rule) && !isIgnored(args, name);
    const isRemembered = isShown && !isDeepStrictEqual(args[name], state[name]);
    return isRemembered ? [[name, { sent: args[name], answered: state[name] }] as const] : [];
  });
  const remembered = spellings.length > 0 ? { [SERVER_VALUES]: Object.fromEntries(spellings) } : {};
  return { ...withApplied(state, args, { args: given }), ...remembered };
}

/** The state of an object that is not yet as wanted; `applied` says how far it got. */
export function unfinishedState({ definition, args }: Wanted, live: Values, applied: Applied): Values {
  return withApplied(liveState(definition, live, args), args, { ...applied, unfinished: true });
}

export function givenArguments(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter((name) => args[name] !== undefined);
}

function withApplied(state: Values, args: Values, applied: Applied): Values {
  return { ...state, [APPLIED]: applied, ...(args[OPTIONS] === undefined ? {} : { [OPTIONS]: args[OPTIONS] }) };
}

/** A resource as it is, or is to be, in the engine's state. */
export interface Recorded {
  /** The Pulumi id. */
  readonly id: string;
  /** The outputs, including the hidden ones. */
  readonly state: Values;
}

/** The object exists and must reach the state, but the operation is not complete. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
  constructor(
    readonly recorded: Recorded,
    cause: unknown,
  ) {
    super(messageOf(cause));
  }
}
