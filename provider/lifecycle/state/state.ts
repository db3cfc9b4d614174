import { isDeepStrictEqual } from "node:util";
import type { ArgumentRule } from "../../definition/argument";
import { isInPath, isSentIn, valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import { ownOutputValues } from "../../definition/outputs";
import { hasUnknown, isUnset, withoutUnsetBelow } from "../../definition/values";
import type { Values } from "../../definition/values";
import type { NotedLine } from "../../journal/intent";
import { messageOf } from "../wording";

/** Hidden input for what Pulumi's dynamic provider interface does not pass on. */
export const OPTIONS = "__options";

/** Resource options and metadata in the hidden input. */
export interface Options {
  readonly urn?: string;
  /** Omitted if it is the default: the engine writes the whole state again after each resource, so every byte counts. */
  readonly organization?: string;
  /** In seconds, from `customTimeouts`. */
  readonly timeouts?: { readonly create?: number; readonly update?: number; readonly delete?: number };
  /** ID of an existing remote resource, from `import`; the former type of one that has moved from the bridged provider. */
  readonly import?: string;
  /** The call belongs to a preview. Never recorded in state. */
  readonly isPreview?: true;
  /** From `retainOnDelete`, which the engine implements itself: a replacement keeps the old resource if it is in the old inputs. */
  readonly retains?: true | "unknown";
  /** From `deleteBeforeReplace`, which the engine implements itself. */
  readonly deletesFirst?: true | "unknown";
  readonly ignoreChanges?: readonly string[];
  /** Set if nothing records the result: a hash of the command that runs the operation. Never recorded. */
  readonly command?: string;
  /** Paths of the values that the program marked as secret. */
  readonly secrets?: readonly (readonly string[])[];
  /** The engine implements this option itself. */
  readonly replaceOnChanges?: readonly string[];
  /** The program still has the `import` option, although the resource is already in state. */
  readonly importStays?: true;
  /** The name was generated, not given by the user. */
  readonly generated?: true;
  /** The name that the engine proposes, if `pulumi:autonaming` is set; undefined in it if only names from programs are allowed. Never recorded. */
  readonly naming?: { readonly proposed: string | undefined };
  /** What to say of the inputs, if it is new. Never recorded. */
  readonly remarks?: { readonly texts: readonly string[]; readonly digest: string };
  /** The digest of what was said of the inputs. */
  readonly said?: string;
  /** The name of the parent that inputs were read for. */
  readonly readFor?: string;
  /** The file from which the content's hash was computed. It is not read again while it looks the same. */
  readonly content?: { readonly path?: string; readonly size?: number; readonly modified?: number };
}

/** The organization of every stack in a backend other than Pulumi Cloud. */
export const DEFAULT_ORGANIZATION = "organization";

export function organizationOf({ organization = DEFAULT_ORGANIZATION }: Options): string {
  return organization;
}

export function optionsOf(values: Values): Options {
  return values[OPTIONS] ?? {};
}

/** The options that the lifecycle itself notes in the state. */
export function notedOptions(values: Values): Options {
  const { generated, content, remarks, said, readFor, import: imported } = optionsOf(values);
  return {
    ...(generated && { generated }),
    ...(content && { content }),
    ...(remarks && { remarks }),
    ...(said !== undefined && { said }),
    ...(readFor !== undefined && { readFor }),
    ...(imported !== undefined && { import: imported }),
  };
}

/** Whether `ignoreChanges` includes this input. */
export function isIgnored(values: Values, name: string): boolean {
  const { ignoreChanges = [] } = optionsOf(values);
  return ignoreChanges.includes(name) || ignoreChanges.includes("*");
}

/** Whether `replaceOnChanges` includes this input. */
export function isReplacedOnChange(values: Values, name: string): boolean {
  const { replaceOnChanges = [] } = optionsOf(values);
  return replaceOnChanges.includes(name) || replaceOnChanges.includes("*");
}

/** Hidden output with the names of the user's inputs and the progress of operations. A state without it belongs to a `.get`. */
export const APPLIED = "__applied";

/** Hidden output with the inputs that the API returned in another form. Encrypted, because it repeats values that may be secret. */
export const SERVER_VALUES = "__spellings";

/** Which account of which service a resource is in. */
export interface ResourceAccount {
  readonly brand: string;
  /** Origin of the API's URL. */
  readonly url: string;
  /** From the response header X-Customer-UUID (techdocs.akamai.com/linode-api/reference/response-headers); absent without one. */
  readonly id?: string;
}

export interface Applied {
  /** Absent in the states of earlier versions. */
  readonly account?: ResourceAccount;
  /** Names of the inputs that the user gave. */
  readonly args: readonly string[];
  /** The bridged provider has recorded the resource, and no update has yet. */
  readonly moved?: true;
  /** The last operation did not finish. The next `pulumi up` must resume it, even after a refresh. */
  readonly unfinished?: true;
  /** When the unfinished update began, the status was not the one that a create leads to, so resuming does not change it. */
  readonly keepsStatus?: true;
  /** Inputs that the unfinished operation sent, and that nothing has shown since. The next `pulumi up` compares them in any case. */
  readonly unconfirmed?: readonly string[];
  /** IDs of identical resources that the create did not adopt. The name is part of stored states. */
  readonly doubles?: readonly string[];
  /** What the journal has noted of requests whose outcome is unknown. */
  readonly lost?: readonly NotedLine[];
  /** The journal's ID of the request, if its result has no ID. */
  readonly intent?: string;
}

export function appliedOf(state: Values): Applied {
  return (state[APPLIED] ?? { args: [] }) as Applied;
}

export function duplicatesOf(state: Values): readonly string[] {
  return appliedOf(state).doubles ?? [];
}

/** Begins the ID of a resource whose create may have been carried out (lost-creates.ts). */
export const PROVISIONAL = "pending-";

export function isProvisional({ id }: Pick<Recorded, "id">): boolean {
  return id.startsWith(PROVISIONAL);
}

/** Adds duplicates and an intent to the hidden state. */
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

/**
 * The write-only inputs that the program declares for the first time since an import. The API does not show what the resource has, so they
 * are recorded and not sent. An input that a request with an ambiguous response may have changed is not among them.
 * @param before the state, or the inputs of the last check
 */
export function unknownSinceImport({ definition, args }: Wanted, before: Values): string[] {
  if (optionsOf(before).import === undefined) return [];
  const known = appliedOf(before).args;
  return givenArguments(definition, args).filter(
    (name) =>
      definition.args[name]?.writeOnly === true &&
      before[name] === undefined &&
      !known.includes(name) &&
      !isIgnored(args, name),
  );
}

export function serverValueOf(state: Values, name: string): SentAndReturned | undefined {
  return (state[SERVER_VALUES] as Readonly<Record<string, SentAndReturned>> | undefined)?.[name];
}

/** The user's inputs, restored from the state as written in the program. */
export function argsOf(state: Values): Values {
  const { args } = appliedOf(state);
  return {
    ...Object.fromEntries(args.map((name) => [name, serverValueOf(state, name)?.sent ?? state[name]])),
    [OPTIONS]: state[OPTIONS],
  };
}

/** What a live object shows of an input; undefined if it shows nothing. */
export function shownValue(rule: ArgumentRule | undefined, name: string, live: Values): unknown {
  return rule?.read?.from ? rule.read.from(live) : live[name];
}

/** The live value of an input, or the program's value if the API does not return it. */
export function liveValue({ definition, args }: Wanted, name: string, live: Values): unknown {
  const rule = definition.args[name];
  if (!rule) return live[name];
  if (isInPath(rule) || rule.writeOnly) return args[name];
  if (rule.read?.ignoresDrift && args[name] !== undefined) return args[name];
  const value = shownValue(rule, name, live);
  if (value !== undefined) return value;
  // A service that lacks the field has what was sent, or its default.
  return args[name] ?? live[name] ?? (rule.read?.from ? undefined : rule.serverDefault?.value(args));
}

/** The live values of all inputs and computed outputs. */
export function liveState(definition: Definition, live: Values, args: Values): Values {
  return {
    ...ownOutputValues(definition.outputs, live),
    ...Object.fromEntries(
      Object.keys(definition.args).map((name) => [name, liveValue({ definition, args }, name, live)]),
    ),
  };
}

/** The state as the live object shows it. What the API does not return stays as recorded. */
export function refreshedState(definition: Definition, state: Values, live: Values): Values {
  const { unconfirmed = [], ...applied } = appliedOf(state);
  const hidden = unconfirmed.filter((name) => definition.args[name]?.writeOnly);
  return {
    ...liveState(definition, live, argsOf(state)),
    [APPLIED]: { ...applied, ...(hidden.length > 0 && { unconfirmed: hidden }) },
    [SERVER_VALUES]: state[SERVER_VALUES],
    [OPTIONS]: state[OPTIONS],
  };
}

/** The state in which these inputs stay as recorded before, whatever the live object shows. */
export function withRecorded(state: Values, before: Values, names: readonly string[]): Values {
  const kept = ([name]: readonly [string, unknown]): boolean => names.includes(name);
  const merged = (now: Values, then: Values): Values => ({
    ...Object.fromEntries(Object.entries(now).filter((entry) => !kept(entry))),
    ...Object.fromEntries(Object.entries(then).filter(kept)),
  });
  const [now, then] = [state, before].map((values) => (values[SERVER_VALUES] ?? {}) as Values);
  const { [SERVER_VALUES]: _, ...values } = merged(state, before);
  const spellings = merged(now ?? {}, then ?? {});
  return Object.keys(spellings).length > 0 ? { ...values, [SERVER_VALUES]: spellings } : values;
}

/** The state after a complete operation. Whatever the API returns now counts as its form of these inputs. */
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

/** The state of a resource that does not match its inputs yet; `applied` holds the progress. */
export function unfinishedState({ definition, args }: Wanted, live: Values, applied: Applied): Values {
  return withApplied(liveState(definition, live, args), args, { ...applied, unfinished: true });
}

export function givenArguments(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter((name) => args[name] !== undefined);
}

function withApplied(state: Values, args: Values, applied: Applied): Values {
  return { ...state, [APPLIED]: applied, ...(args[OPTIONS] === undefined ? {} : { [OPTIONS]: args[OPTIONS] }) };
}

/** A resource that is, or is to be, in the engine's state. */
export interface Recorded {
  /** The Pulumi ID. */
  readonly id: string;
  /** The outputs, including the hidden ones. */
  readonly state: Values;
}

/** The remote resource exists and must be recorded in state, but the operation did not finish. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
  constructor(
    readonly recorded: Recorded,
    cause: unknown,
  ) {
    super(messageOf(cause));
  }
}

/** The inputs of a resource, and its definition. */
export interface Wanted<Kind extends Definition = Definition> {
  readonly definition: Kind;
  readonly args: Values;
}

/** What was last sent for an input and what the API returned for it, if the two differ in form. */
export interface SentAndReturned {
  readonly sent: unknown;
  readonly answered: unknown;
}

/** A wanted value, and the value to compare it with. */
type ComparedValues = readonly [wanted: unknown, live: unknown];

/** What else a comparison depends on. */
interface Comparison {
  readonly args: Values;
  readonly returned?: SentAndReturned | undefined;
}

/**
 * Whether the live value matches the wanted one: either they are equal by the input's rule, or the wanted value was sent last and the API
 * still returns what it returned for it.
 */
export function isInSync(rule: ArgumentRule, [wanted, live]: ComparedValues, { args, returned }: Comparison): boolean {
  if (hasUnknown(wanted)) return false;
  if (isSame(rule, [wanted, live], args)) return true;
  if (returned === undefined || !isSame(rule, [wanted, returned.sent], args)) return false;
  const [now, then] = [liveMembersOf(wanted, live), liveMembersOf(wanted, returned.answered)];
  return isSame(rule, [now, then], args) && isSame(rule, [then, now], args);
}

export function isSame(rule: ArgumentRule, [wanted, live]: ComparedValues, args: Values): boolean {
  return wanted === live || containsWanted(comparable(rule, wanted, args), comparable(rule, live, args));
}

/** The form in which values of an input are compared. */
export function comparable(rule: ArgumentRule | undefined, value: unknown, args: Values): unknown {
  const canonical = rule ? canonicalValue(rule, value, args) : value;
  return rule?.compare?.by && !isUnset(canonical) ? rule.compare.by(canonical) : canonical;
}

/** The value in the input's canonical form. Absent and unset values stay as they are. */
export function canonicalValue(rule: ArgumentRule, value: unknown, args: Values): unknown {
  return isUnset(value) || !rule.compare?.canonical ? value : rule.compare.canonical(value, args);
}

/** Whether the live value contains everything wanted; its objects may have further members. */
function containsWanted(wanted: unknown, live: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(live) && wanted.length === live.length && wanted.every((item, i) => containsWanted(item, live[i]))
    );
  }
  if (typeof wanted === "object" && wanted !== null) {
    if (typeof live !== "object" || live === null) return false;
    return Object.entries(wanted).every(
      ([name, member]) => isUnset(member) || containsWanted(member, (live as Values)[name]),
    );
  }
  return wanted === live || (isUnset(wanted) && isUnset(live));
}

/** The live value, reduced to the members of the wanted value. */
export function liveMembersOf(wanted: unknown, live: unknown): unknown {
  const areObjects = [wanted, live].every((one) => typeof one === "object" && one !== null && !Array.isArray(one));
  if (!areObjects) return live;
  return Object.fromEntries(
    Object.entries(wanted as Values).map(([name, member]) => [name, liveMembersOf(member, (live as Values)[name])]),
  );
}

/** The body of a create. */
export function createBody(definition: Definition, args: Values): Values {
  const given = Object.fromEntries(
    Object.entries(definition.args).flatMap(([name, rule]) => {
      const value = isSentIn(rule, "create") ? canonicalValue(rule, args[name], args) : undefined;
      return isUnset(value) ? [] : [[name, withoutUnsetBelow(value)]];
    }),
  );
  return definition.creation?.body?.(given) ?? given;
}

/** The body of an update with the named inputs. For one that the program no longer gives, the value that removes it is sent. */
export function updateBody({ definition, args }: Wanted, names: readonly string[], live: Values): Values {
  return Object.fromEntries(names.map((name) => [name, updateValue({ definition, args }, name, live)]));
}

function updateValue({ definition, args }: Wanted, name: string, live: Values): unknown {
  const rule = definition.args[name];
  if (!rule || args[name] === undefined) return valueWhenRemoved(rule, live);
  const value = withoutUnsetBelow(canonicalValue(rule, args[name], args));
  const merged = rule.sent?.mergedIntoLive;
  if (!merged) return value;
  // Members that are not known here may be read-only.
  const known = Object.keys(rule.type.members ?? {});
  const shown = Object.fromEntries(Object.entries(live[name] ?? {}).filter(([member]) => known.includes(member)));
  return typeof merged === "function" ? merged(shown, value) : merge(shown, value);
}

export function merge(below: unknown, above: unknown): Values {
  return { ...(below as Values | undefined), ...(above as Values) };
}

export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
