import type { HasStatus, Step } from "./step";
import type { ArgumentType } from "./types";
import type { Values } from "./values";

/** What the docs say about a rule: one or more sentences. */
export interface Described {
  readonly says: string;
}

/** The rule, with what the docs say about it. */
export function described<Args extends unknown[], Result>(
  says: string,
  rule: (...args: Args) => Result,
): ((...args: Args) => Result) & Described {
  return Object.assign((...args: Args) => rule(...args), { says });
}

/** Turns a rule for strings into one for values whose type is checked elsewhere. */
export function ofText<Result>(rule: ((text: string) => Result) & Described): ((value: unknown) => Result) & Described {
  return described(rule.says, (value: unknown) => rule(String(value)));
}

/** What a resource kind declares about one argument. */
export interface ArgumentRule<Value = NonNullable<unknown>, Args extends object = Values> {
  /** Shape, range and meaning; checked in the preview. */
  readonly type: ArgumentType<Value>;
  /** Always, or where a rule across several arguments needs it. */
  readonly required?: true | RequiredWhere;
  /** Encrypted in the state and never printed. */
  readonly secret?: true;
  /** The service never returns it: the state keeps what was sent. */
  readonly writeOnly?: true;
  /** Which requests carry it, and how. By default, the create and the update request do. */
  readonly sent?: SentRule<Value>;
  /** How its live value is read from a response. By default, from the field of the same name. */
  readonly read?: ReadRule;
  /** Which values are equal. By default, they are compared as they are. */
  readonly compare?: CompareRule<Value, Args>;
  /** The value that a create without it leads to; for an argument that replaces, leaving it out asks for this value. By default, this is not known. */
  readonly serverDefault?: ServerDefault<Value, Args>;
  /** What a change does. By default, an update request carries it. */
  readonly change?: ChangeRule<Value, Args>;
  /** What is sent when it is removed from the program: a value, or a function of the live object. By default, nothing. */
  readonly removal?: { readonly sends: Emptied<Value> | (((live: Values) => unknown) & Described) };
  /** The service's list whose entries the values name. */
  readonly catalogue?: CatalogueRule;
  /** What the user should know about a value that the service accepts; shown when the value is new, before it is sent. */
  readonly warning?: (wanted: Value, args: Partial<Args>) => string | undefined;
}

/** A value, null, or a value whose members may be null. */
type Emptied<Value> = Value | null | { readonly [K in keyof Value]: Value[K] | null };

/** An argument that can sometimes be left out. */
interface RequiredWhere {
  /** What needs it, for messages: "the type `MX`". */
  readonly by: string;
  /** Wherever it can be given. */
  readonly always?: true;
}

interface SentRule<Value> {
  /**
   * The requests in whose bodies the documents list the field, `both` by default; `path`: part of the path instead; `origin`: one of
   * the definition's origins, not a field; `nowhere`: used only by the provider, or by steps.
   */
  readonly in?: "create" | "update" | "both" | "path" | "origin" | "nowhere";
  /** A canonical value that is left out of the body of a create. */
  readonly omittedFromCreate?: Value | null;
  /** An update must send the whole object: members that the user left out keep their live values, or what the function returns. */
  readonly mergedIntoLive?: true | (((live: unknown, wanted: unknown) => unknown) & Partial<Described>);
  /** What is wrong with the value when a create returns 404, which names no field. */
  readonly whenNotFound?: string;
}

interface ReadRule {
  /** Reads the value from other fields of the response; `undefined` means "not known at the moment", which is not drift. */
  readonly from?: (live: Values) => unknown;
  /** The service may change the value later, which is not drift: the state keeps what was requested. */
  readonly ignoresDrift?: true;
}

interface CompareRule<Value, Args extends object> {
  /** The one spelling of a value that is sent and compared. */
  readonly canonical?: ((value: Value, args: Partial<Args>) => unknown) & Partial<Described>;
  /** What is compared of two canonical values, when that is not all of the value (a set has no order). */
  readonly by?: ((canonical: unknown) => unknown) & Partial<Described>;
}

interface ServerDefault<Value, Args extends object> {
  /** Undefined if it does not follow from these arguments. */
  readonly value: (args: Partial<Args>) => Value | null | undefined;
  /** Whether the service has made up this value for the object with this id: a program does not write it. */
  readonly isGenerated?: (value: unknown, id: string) => boolean;
  /** A create without the argument sends this value, because a service may have another default. */
  readonly isSent?: true;
}

interface ChangeRule<Value, Args extends object> {
  /** Deletes the object and creates another. */
  readonly replaces?: true;
  /** Changes nothing: the argument only matters to the create. */
  readonly onlyAtCreate?: true;
  /** Changed in place, through separate endpoints. */
  readonly steps?: (args: Partial<Args>, live: HasStatus) => readonly Step[];
  /**
   * When these endpoints are called: before the PUT with the other changes, or after everything else. By default, after the PUT, in the
   * order in which the kind declares its arguments.
   */
  readonly order?: (args: Partial<Args>) => "first" | "last" | undefined;
  /** With these arguments, the service ignores the field in a create: its endpoints are called after the create. */
  readonly appliedAfterCreate?: (args: Partial<Args>) => boolean;
  /**
   * Endpoints that the steps use but that the documents only refer to, and what to do with a service that lacks them; `{id}` is
   * the object's id.
   */
  readonly beyondDocuments?: { readonly endpoints: readonly string[]; readonly instead: string };
  /** What a preview says before such a change. */
  readonly notice?: string;
  /** Why this change cannot be made at all, and what to do instead; shown in the preview, and refused before any write. */
  readonly refusal?: (wanted: Value, args: Partial<Args>) => string | undefined;
}

export interface CatalogueRule {
  /** Path of the list; new values are looked up, and the error for one that does not exist shows the nearest match. */
  readonly path: string;
  /**
   * Set if the list is not read as a whole: `long` lists are read only to suggest a name for a missing entry; of `huge` lists, which
   * the documents only mention, the first page is, and nothing is missing where the service does not show that; `own` lists never are, because
   * the account's objects may be made in the same run: they are looked up only before a replacement deletes the old object first.
   */
  readonly size?: "long" | "huge" | "own";
  /**
   * What the user should know about the entry, although the service accepts it; shown when the value is new.
   * @param before the entry of the previous value, if the list has it and is read as a whole
   */
  readonly warning?: (entry: Values, before: Values | undefined) => string | undefined;
}

/** Whether the documents list the field in the body of this request. */
export function isSentIn({ sent }: ArgumentRule, request: "create" | "update"): boolean {
  const where = sent?.in ?? "both";
  return where === "both" || where === request;
}

export function isInPath({ sent }: ArgumentRule): boolean {
  return sent?.in === "path";
}
