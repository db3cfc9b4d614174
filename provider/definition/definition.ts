import type { ArgumentRule } from "./argument";
import type { CostRule } from "./cost";
import type { CreationRule } from "./creation";
import type { IdRule, IdentityRule } from "./identity";
import type { OutputRules } from "./outputs";
import type { StatusRule } from "./status";
import type { AnyType, Described, Failure } from "./types";
import type { Values } from "./values";
import { objectId } from "./types";
import { UNKNOWN } from "./values";

/** What a resource type is called. */
interface Names<Args extends object> {
  /** Class name, and last part of the type token. */
  readonly kind: string;
  /** For messages: "instance", "domain record". */
  readonly noun: string;
  /** Section of the public API reference that describes it. */
  readonly describedIn: string;
  /** The same resource type in the bridged provider, from whose stacks resources move here. */
  readonly bridged?: BridgedType<Args>;
}

/**
 * Everything that the lifecycle needs to know about a resource type. It is declared with the interfaces of its inputs and its state,
 * so that a missing input, an output without a source or a misspelled name does not compile (`define`). The lifecycle handles all
 * resource types alike, and therefore without these types.
 */
export interface Definition<Args extends object = Values, State extends object = Values> extends Names<Args> {
  /** Path of the collection, with `compute` as the brand and `{name}` for inputs in the path: `/domains/{domainId}/records`. */
  readonly collection: string;
  /** Form of the IDs; numbers by default. */
  readonly ids?: IdRule;
  /** One rule for each input: `type: { type: word, required: true, change: { replaces: true } }`. */
  readonly args: { readonly [K in keyof Required<Args>]: ArgumentRule<NonNullable<Args[K]>, Args> };
  /** Sources of the outputs that are not inputs, and which of all outputs a change does not affect. */
  readonly outputs: OutputRules<Args, State>;
  /** Checks across several inputs. */
  readonly checks?: CheckRules<Args>;
  /** How to recognize a resource when it is unknown whether its create succeeded. */
  readonly identity: IdentityRule<Args>;
  /** Omitted where a create is one POST of the inputs to the collection. */
  readonly creation?: CreationRule<Args>;
  /** Omitted if a deletion loses nothing but what the program creates again. */
  readonly loses?: LossRule<Args>;
  /** What operations wait for. Without it, a resource is ready, or deleted, as soon as the API has responded. */
  readonly status?: StatusRule<Args>;
  /** What it costs. Without it, a resource is free. */
  readonly cost?: CostRule<Args>;
  /** What holds instead for brands whose service does otherwise than the API documents (`normalise/brands.ts`). */
  readonly byBrand?: Readonly<Record<string, BrandDifference<Args>>>;
  /** Timeout of each operation in seconds, unless `customTimeouts` overrides it. */
  readonly deadlines: { readonly createSec: number; readonly updateSec: number; readonly deleteSec: number };
}

/** The inputs that have another rule for a brand, and all rules across several inputs, if one of them differs. */
interface BrandDifference<Args extends object = Values> {
  readonly args?: { readonly [K in keyof Args]?: ArgumentRule<NonNullable<Args[K]>, Args> };
  readonly rules?: readonly CrossRule<Args>[];
}

/** Data that exists only once. */
interface LossRule<Args extends object = Values> {
  /** Lost when the resource is deleted or replaced: "all data on its disks, and its backups". */
  readonly deleted?: string;
  /** Lost when the resource is created with these inputs, because it changes what exists already: what a restore overwrites. */
  readonly created?: (args: Partial<Args>) => string | undefined;
}

/** A resource type of `@pulumi/linode`. */
interface BridgedType<Args extends object> {
  /** Its type token, under which a resource that moves is in state. */
  readonly type: string;
  /** The inputs that have another name here, by their names there; undefined if they have no counterpart. */
  readonly inputs?: Readonly<Record<string, (keyof Args & string) | undefined>>;
  /** The same for other outputs: paths such as `hosts.primary`. */
  readonly outputs?: Readonly<Record<string, string | undefined>>;
  /** Values of inputs that a program omits there, and must declare here to keep them. */
  readonly defaults?: Partial<Args>;
  /** Outputs that a data source has here: its name. Its only input is the ID. */
  readonly read?: Readonly<Record<string, string>>;
  /**
   * Inputs whose values have another form here, by path, such as `updates.dayOfWeek`: the value for one of that version of the bridged
   * provider, and the other inputs under their names there. Where it is undefined, the description says what to do by hand, after the
   * path: "is a number here".
   */
  readonly values?: Readonly<Record<string, ((value: unknown, version: string, given: Values) => unknown) & Described>>;
}

/**
 * A rule across several inputs, or members of one.
 * @param known values that are known and valid by themselves; all others are absent, also inside objects and arrays of objects
 * @param isGiven whether there is a value at a path, even if it is unknown or invalid
 * @param isCertain like `isGiven`, but false for an unknown value, which may turn out to be omitted
 */
export type CrossRule<Args extends object = Values> = (
  known: Partial<Args>,
  isGiven: IsGiven<Args>,
  isCertain: IsGiven<Args>,
) => readonly Failure[];

export type IsGiven<Args extends object> = (path: PathIn<Args>) => boolean;

/** The name of an input, or the path of a member in it: `interfaces[0].label`. */
export type PathIn<Args extends object> = (keyof Args & string) | `${keyof Args & string}${"." | "["}${string}`;

interface CheckRules<Args extends object> {
  /** What is invalid: each function has a name, and a docstring that the pages show. */
  readonly rules?: readonly CrossRule<Args>[];
  /** Reports what is allowed but probably not intended, or what the API is known to reject; shown at preview when it is new. */
  readonly warnings?: CrossRule<Args>;
  /**
   * What the region must offer, by its name in the region's `capabilities`: whether these inputs need it, unknown ones included, and what
   * needs it ("a VLAN"). Checked at preview when the region is new.
   */
  readonly capabilities?: Readonly<Record<string, ((args: Partial<Args>) => boolean) & Described>>;
}

/** Declares a resource type. Only here are the types of its inputs dropped, because the lifecycle handles all resource types alike. */
export function define<Args extends object, State extends object>(definition: Definition<Args, State>): Definition {
  return definition as unknown as Definition;
}

/** What is lost when a resource with the old inputs is deleted, or one with the new inputs created, or both. */
export function lostBy(
  { loses }: Definition,
  { deletes, creates }: { readonly deletes: boolean; readonly creates?: Values },
): string | undefined {
  const lost = [deletes ? loses?.deleted : undefined, creates && loses?.created?.(creates)];
  return lost.filter((one) => one !== undefined).join("; ") || undefined;
}

/** Names of the inputs whose change forces a replacement, or does with these inputs. */
export function inputsThatReplace(definition: Definition, args?: Values): string[] {
  return Object.keys(definition.args).filter((name) => replaces(definition.args[name], args));
}

/** Whether a change of the input forces a replacement, or does with these inputs. */
export function replaces(rule: ArgumentRule | undefined, args?: Values): boolean {
  const when = rule?.change?.replaces;
  return when === true || (when !== undefined && (!args || when(args)));
}

/** Names of all inputs and outputs that are encrypted in state and never printed. */
export function secretOutputs(definition: Definition): string[] {
  const given = Object.keys(definition.args).filter((name) => definition.args[name]?.secret);
  return [...given, ...computedSecrets(definition)];
}

/** Names of the outputs among them that are no inputs. */
export function computedSecrets({ outputs }: Definition): string[] {
  return Object.keys(outputs.from).filter((name) => outputs.from[name]?.secret);
}

/** The input, or the value that the API uses if it is omitted; undefined if that is unknown. */
export function effectiveValue(definition: Definition, name: string, args: Values): unknown {
  return args[name] ?? definition.args[name]?.serverDefault?.value(args);
}

/** What to send when the program no longer sets the input; undefined for nothing. */
export function valueWhenRemoved(rule: ArgumentRule | undefined, live: Values): unknown {
  const sends = rule?.removal?.sends;
  return typeof sends === "function" ? (sends as (live: Values) => unknown)(live) : sends;
}

/** A resource that must have a certain status before an action begins, or that the action waits for afterwards. */
export interface ActionSubject {
  /** For messages: "database". */
  readonly noun: string;
  /** Path of its collection; `{name}` stands for an input. */
  readonly collection: string;
  /** The input that holds its ID; `id` is the ID of the resource that the action creates. */
  readonly id: string;
  /** Statuses that end the wait. */
  readonly ready: readonly string[];
  /** Statuses that do not change without intervention, and what to say about each. */
  readonly terminal?: Readonly<Record<string, string>>;
  /** Why the API would reject the action, from the subject's response; a preview warns. */
  readonly rejectedBy?: (live: Values) => string | undefined;
}

/**
 * What the API shows after an action has run. It is read before the request, and again if the response is ambiguous: a result that
 * has appeared since comes from the request.
 */
export interface ActionEvidence<Args extends object = Values> {
  /** Where to look; `{name}` stands for an input: `/compute/instances/{instanceId}/backups`. */
  readonly path: string;
  /** The path is a list with several pages; `results` gets all of them as `data`. */
  readonly isList?: true;
  /**
   * What this action may have left in the response, each with an `id`: what it created, or a status, or a hash of what is secret. Without
   * inputs, everything, whoever requested it: the first new one is ours if the request was certainly accepted.
   */
  readonly results: (response: Values, args?: Partial<Args>) => readonly Values[];
  /** What a new result proves: it is what was created, the end of the action, or only its beginning. */
  readonly shows: "object" | "end" | "beginning";
  /** Statuses of the parent in which there are none, although the API does not show that: `provisioning`. */
  readonly noneWhile?: readonly string[];
}

interface Action<Args extends object> {
  /** For messages, after "The request to": "take the snapshot". */
  readonly doing: string;
  /** Actions with the same key never run at the same time within one update: `/compute/instances/{instanceId}`. */
  readonly lockKey: string;
  /** In a status in which the first one is ready, but not afterwards, the API may reject more requests: the action waits. */
  readonly before: readonly ActionSubject[];
  /** Body of the POST to the collection. */
  readonly body?: (args: Partial<Args>) => Values;
  /** Where a result shows, after an ambiguous response. */
  readonly evidence: ActionEvidence<Args>;
  /** With a subject whose ID is `id`, the response is the resource that was created, so a response without its ID is ambiguous. */
  readonly after: readonly ActionSubject[];
  /** The path from which the computed outputs are read at the end; `{id}` is the ID of what was created. */
  readonly outcome?: string;
  /** Whether deleting the resource deletes what the action created, or only removes the resource from state; or what to show then. */
  readonly deleting: "delete" | "forget" | `the service ${string}`;
}

/**
 * A resource type for something that is done once for each set of inputs. `collection` is the path of its POST; changing an input
 * replaces it.
 */
export interface ActionDefinition<Args extends object = Values, State extends object = Values> extends Definition<
  Args,
  State
> {
  readonly action: Action<Args>;
}

/** Declares an action, as `define` declares an ordinary resource type. It is never searched for by name. */
export function defineAction<Args extends object, State extends object>(
  definition: Omit<ActionDefinition<Args, State>, "identity">,
): ActionDefinition {
  return define<Args, State>({ ...definition, identity: { by: [] } }) as ActionDefinition;
}

export function isAction(definition: Definition): definition is ActionDefinition {
  return "action" in definition;
}

/** A resource type that declares several records of one zone together. Its operations are in `lifecycle/record-set/`. */
export interface SetDefinition extends Definition {
  /** The resource type of a record. */
  readonly records: Definition;
}

/** The resource type of the records that this one declares together; undefined for all others. */
export function recordsOf(definition: Definition): Definition | undefined {
  return "records" in definition ? (definition as SetDefinition).records : undefined;
}

/** The resource type as a brand's service has it. */
export function definitionFor(definition: Definition, brand: string): Definition {
  const { args = {}, rules = definition.checks?.rules } = definition.byBrand?.[brand] ?? {};
  const records = recordsOf(definition);
  return {
    ...definition,
    args: { ...definition.args, ...(args as Definition["args"]) },
    checks: { ...definition.checks, ...(rules && { rules }) },
    ...(records && { records: definitionFor(records, brand) }),
  };
}

/** A resource type for objects of any collection. Its operations are in `lifecycle/generic/`. */
export interface GenericDefinition extends Definition {
  readonly isGeneric: true;
}

/** Declares such a resource type. Its inputs say what `define` says of others. */
export function defineGeneric<Args extends object, State extends object>(
  definition: Definition<Args, State>,
): GenericDefinition {
  return { ...define<Args, State>(definition), isGeneric: true };
}

export function isGeneric(definition: Definition): definition is GenericDefinition {
  return "isGeneric" in definition;
}

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Fills in the `{name}` placeholders of a path with IDs (Linode API v4, Images and Managed Database Engines).
 * @param types of IDs that are not numbers
 * @throws Error for a value that is not an ID, because the path would lead elsewhere.
 */
export function fillPath(path: string, values: Values, types: Readonly<Record<string, AnyType>> = {}): string {
  return path.replace(PLACEHOLDER, (_, name: string) => {
    // Types accept unknown values.
    if (values[name] === UNKNOWN) throw new Error(`Cannot build the path ${path}: ${name} is not known yet.`);
    const [problem] = (types[name] ?? objectId).check(values[name], name);
    if (problem) throw new Error(`Cannot build the path ${path}: ${problem.path} ${problem.reason}.`);
    return encodedId(String(values[name]));
  });
}

/** Encodes an ID for a path, in which its slash stays a slash, and a part that is encoded stays as it is. */
export function encodedId(id: string): string {
  return id
    .split("/")
    .map((part) => encodeURIComponent(part).replace(/%25(?=[0-9A-F]{2})/g, "%"))
    .join("/");
}

/** The path up to its first placeholder: the list of the account's own resources. */
export function rootOf(path: string): string {
  return path.split("/{", 1).join();
}

/** The path with all placeholders, and all IDs that something follows, alike: `/vpcs/{}/subnets`. */
export function formOf(path: string): string {
  return path.replace(/\{\w*\}|(?<=\/)\d+(?=\/)/g, "{}");
}

/** The names of the placeholders, in order. */
export function namesInPath(path: string): string[] {
  return path.split(/[{}]/).filter((_, index) => index % 2 === 1);
}

/** The IDs in a filled path, by placeholder; undefined if it does not match the path. */
export function argumentsInPath(path: string, filled: string): Values | undefined {
  const [parts, values] = [path.split("/"), filled.split("/")];
  if (parts.length !== values.length) return undefined;
  const found: Record<string, unknown> = {};
  for (const [index, part] of parts.entries()) {
    const [name] = namesInPath(part);
    const value = values[index] ?? "";
    if (name === undefined ? part !== value : !/^\d+$/.test(value)) return undefined;
    if (name !== undefined) found[name] = Number(value);
  }
  return found;
}

/** Whether the documented body of this request contains the field. */
export function isSentIn({ sent }: ArgumentRule, request: "create" | "update"): boolean {
  const where = sent?.in ?? "both";
  return where === "both" || where === request;
}

export function isInPath({ sent }: ArgumentRule): boolean {
  return sent?.in === "path";
}
