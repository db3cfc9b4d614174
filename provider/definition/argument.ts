import type { Described } from "./described";
import type { Step } from "./step";
import type { ArgumentType } from "./types";
import type { Values } from "./values";

/** What a resource kind declares about one argument. */
export interface ArgumentRule<Value = NonNullable<unknown>, Args extends object = Values> {
  /** Shape, range and meaning; checked at preview. */
  readonly type: ArgumentType<Value>;
  /** Always, or where a rule across the arguments needs it. */
  readonly required?: true | RequiredWhere;
  /** Encrypted in the state and never printed. */
  readonly secret?: true;
  /** The service never answers with it: the state keeps what was sent. */
  readonly writeOnly?: true;
  /** Which requests carry it, and how. Without this, the create and the update request do. */
  readonly sent?: SentRule<Value>;
  /** How its live value is read from an answer. Without this, it is the field of the same name. */
  readonly read?: ReadRule;
  /** Which values are the same. Without this, they are compared as they are. */
  readonly compare?: CompareRule<Value, Args>;
  /** What a create without it leads to, where it replaces. Without this, nobody knows. */
  readonly serverDefault?: ServerDefault<Value, Args>;
  /** What a change does. Without this, an update request carries it. */
  readonly change?: ChangeRule<Value, Args>;
  /** What is sent when it is taken out of the program: the value, or what the live object makes of it. Without this, nothing. */
  readonly removal?: { readonly sends: Emptied<Value> | (((live: Values) => unknown) & Described) };
  /** The service's list that its values are ids of. */
  readonly catalogue?: CatalogueRule;
  /** What the user should know of a value that the service takes; said when it is new, before it is sent. */
  readonly warning?: (wanted: Value, args: Partial<Args>) => string | undefined;
}

/** A value, none, or one whose members may be none. */
type Emptied<Value> = Value | null | { readonly [K in keyof Value]: Value[K] | null };

/** An argument that can be left out, but not everywhere. */
interface RequiredWhere {
  /** What needs it, in words: "the type `MX`". */
  readonly by: string;
  /** Wherever it can be given. */
  readonly always?: true;
}

interface SentRule<Value> {
  /**
   * Requests whose bodies the documents list the field in, `both` by default; `path`: part of the path instead; `origin`: one of the
   * definition's origins and no field at all; `nowhere`: for us, or for steps.
   */
  readonly in?: "create" | "update" | "both" | "path" | "origin" | "nowhere";
  /** A canonical value that a create leaves out of the body. */
  readonly omittedFromCreate?: Value | null;
  /** The update request must carry the whole object: members that the user left out keep their live value, or what a rule says. */
  readonly mergedIntoLive?: true | (((live: unknown, wanted: unknown) => unknown) & Partial<Described>);
  /** What is wrong with the value when a create is answered with 404, which names no field. */
  readonly whenNotFound?: string;
}

interface ReadRule {
  /** Reads the value from other fields of the answer; `undefined` means "cannot be told now", which is no drift. */
  readonly from?: (live: Values) => unknown;
  /** The service may move its own value later, which is no drift: the state keeps what was asked for. */
  readonly ignoresDrift?: true;
}

interface CompareRule<Value, Args extends object> {
  /** The one spelling of a value that is sent and compared. */
  readonly canonical?: ((value: Value, args: Partial<Args>) => unknown) & Partial<Described>;
  /** What two canonical values are compared by, when that is less than the value (the order of a set). */
  readonly by?: ((canonical: unknown) => unknown) & Partial<Described>;
}

interface ServerDefault<Value, Args extends object> {
  /** Undefined where these arguments do not tell. */
  readonly value: (args: Partial<Args>) => Value | null | undefined;
  /** A create that does not name the argument sends it: a service may have another default. */
  readonly isSent?: true;
}

interface ChangeRule<Value, Args extends object> {
  /** Deletes the object and creates another. */
  readonly replaces?: true;
  /** Changes nothing: the argument only matters to the create. */
  readonly onlyAtCreate?: true;
  /** In place, through endpoints of its own. */
  readonly steps?: (args: Partial<Args>, live: Values) => readonly Step[];
  /** When these endpoints take their turn: before the PUT with the other changes, or after everything else. */
  readonly order?: (args: Partial<Args>) => "first" | "last" | undefined;
  /** With these arguments, the service ignores the field in a create: its endpoints follow the create. */
  readonly appliedAfterCreate?: (args: Partial<Args>) => boolean;
  /**
   * Endpoints that the steps use and that the documents only refer to, and what to do on a service that lacks them; `{id}` stands
   * for the object.
   */
  readonly beyondDocuments?: { readonly endpoints: readonly string[]; readonly instead: string };
  /** What a preview says before such a change. */
  readonly notice?: string;
  /** Why this change cannot be made at all, and what to do instead; said at preview, refused before any write. */
  readonly refusal?: (wanted: Value, args: Partial<Args>) => string | undefined;
}

export interface CatalogueRule {
  /** Path of the list; looked up where the value is new, and reported with the nearest that there is. */
  readonly path: string;
  /**
   * The list is not read as a whole: `long`, only to suggest a name for what it lacks; `own`, not at all, for objects of the account
   * that may be made in the same run: they are looked up only before a replacement deletes the old object first.
   */
  readonly size?: "long" | "own";
  /**
   * What the user should know of the entry, although the service takes it; said when the value is new.
   * @param before the entry of the value before, where the list has it and is read as a whole
   */
  readonly warning?: (entry: Values, before: Values | undefined) => string | undefined;
}

/** Whether the documents list the field in the body of such a request. */
export function isSentIn({ sent }: ArgumentRule, request: "create" | "update"): boolean {
  const where = sent?.in ?? "both";
  return where === "both" || where === request;
}

export function isInPath({ sent }: ArgumentRule): boolean {
  return sent?.in === "path";
}
