import type { HasStatus, Step } from "./step";
import type { ArgumentType, Described } from "./types";
import type { Values } from "./values";

/** What a resource type declares about one input. */
export interface ArgumentRule<Value = NonNullable<unknown>, Args extends object = Values> {
  /** Shape, range and format; checked at preview: `text(1, 64)`, `listOf(word)`. */
  readonly type: ArgumentType<Value>;
  /** Required always, or where a rule across several inputs requires it: `{ by: "type `SRV`", always: true }`. */
  readonly required?: true | RequiredWhere;
  /** Encrypted in state and never printed: an instance's `rootPass`. */
  readonly secret?: true;
  /** The API never returns it, so state keeps the value that was sent: `authorizedKeys`. */
  readonly writeOnly?: true;
  /** Which requests carry it, and how. By default, the create and the update request do: `{ in: "create" }`. */
  readonly sent?: SentRule;
  /** How its live value is read from a response. By default, from the field of the same name: `{ from: (live) => live.disk }`. */
  readonly read?: ReadRule;
  /** Which values are equivalent. By default, only identical ones are: `{ canonical: lowerCase }`. */
  readonly compare?: CompareRule<Value, Args>;
  /**
   * The value that results from a create without the input: `{ value: () => 1 }` for a `clusterSize`. If the input forces a replacement,
   * omitting it means this value. By default, unknown.
   */
  readonly serverDefault?: ServerDefault<Value, Args>;
  /** How a change is applied. By default, an update request carries it: `{ replaces: true }`. */
  readonly change?: ChangeRule<Args>;
  /**
   * What is sent when the input is removed from the program: a value, or a function of the live resource. By default, nothing: `{ sends: [] }`.
   */
  readonly removal?: { readonly sends: Emptied<Value> | (((live: Values) => unknown) & Described) };
  /** The API list that contains the valid values: `{ path: "/regions" }`. */
  readonly catalogue?: CatalogueRule;
  /** A warning about a valid but questionable value; shown when the value is new, before it is sent: an empty `allowList`. */
  readonly warning?: (wanted: Value, args: Partial<Args>) => string | undefined;
}

/** A value, null, or a value whose members may be null. */
type Emptied<Value> = Value | null | { readonly [K in keyof Value]: Value[K] | null };

/** What requires an input that is not always required. */
interface RequiredWhere {
  /** What requires it, for the docs: "type `MX`". */
  readonly by: string;
  /** Required wherever it is valid. */
  readonly always?: true;
}

interface SentRule {
  /**
   * The requests whose documented bodies contain the field, `both` by default. `path`: part of the path instead; `origin`: one of the
   * definition's origins, not a field; `nowhere`: used only by the provider, or by steps; `creation`: used by the provider, but only in a
   * create, so that a change has no effect.
   */
  readonly in?: "create" | "update" | "both" | "path" | "origin" | "nowhere" | "creation";
  /** The method of the update request; PUT by default. */
  readonly by?: "POST";
  /**
   * An update must send every member, as of an instance's `alerts`. Members that the program omits are sent with their live values; a function
   * returns the complete value instead.
   */
  readonly mergedIntoLive?: true | (((live: unknown, wanted: unknown) => unknown) & Partial<Described>);
}

interface ReadRule {
  /** Reads the value from other fields of the response, as `backups.enabled`; `undefined` means "currently unknown", which is not drift. */
  readonly from?: (live: Values) => unknown;
  /** The value may change later without being drift: state keeps the requested one, as of a database's `engine`. */
  readonly ignoresDrift?: true;
}

interface CompareRule<Value, Args extends object> {
  /** The canonical form of a value, which is sent and compared: a host name in lower case. */
  readonly canonical?: ((value: Value, args: Partial<Args>) => unknown) & Partial<Described>;
  /** Reduces canonical values to what is compared, if that is not all of the value (a set has no order). */
  readonly by?: ((canonical: unknown) => unknown) & Partial<Described>;
}

interface ServerDefault<Value, Args extends object> {
  /** Undefined if these inputs, or the ID of a resource that exists, do not determine it. */
  readonly value: (args: Partial<Args>, id?: string) => Value | null | undefined;
}

interface ChangeRule<Args extends object> {
  /** Always, or with these inputs: with others, `steps` apply a change, or those of an input that `applies` it. */
  readonly replaces?: true | (((args: Partial<Args>) => boolean) & Described);
  /**
   * Updates in place, through separate endpoints; or why this change is impossible, and what to do instead. Preview shows that; an update
   * fails with it before any write.
   */
  readonly steps?: (args: Partial<Args>, live: HasStatus) => readonly Step[] | string;
  /** Other inputs that the steps apply as well, so that their own steps are not needed: a rebuild sets `rootPass`. */
  readonly applies?: readonly (keyof Args & string)[];
  /** What the steps destroy; shown as a warning before they run: "all data on its disks". */
  readonly loses?: string;
  /**
   * When the steps run: before the PUT with the other changes, or after everything else. By default, after the PUT, in the order in
   * which the definition declares its inputs.
   */
  readonly order?: (args: Partial<Args>) => "first" | "last" | undefined;
  /** With these inputs, the API ignores the field in a create, so the steps run after it: `rootPass` of a clone. */
  readonly appliedAfterCreate?: (args: Partial<Args>) => boolean;
  /**
   * Endpoints of the steps that the API documents mention but do not describe, and what to do if an API lacks them:
   * `POST /compute/instances/{id}/resize`, "To create a new instance of that type, use `replaceOnChanges`".
   */
  readonly beyondDocuments?: { readonly endpoints: readonly string[]; readonly instead: string };
  /** What preview shows about such a change: "the request will be sent again". */
  readonly notice?: string;
}

export interface CatalogueRule {
  /** Path of the list; new values are looked up, and the error for one that does not exist shows the nearest match. */
  readonly path: string;
  /**
   * Set if the list is too long to be read as a whole: an entry is then looked up by its ID. To suggest a name for a missing entry,
   * `long` reads the list, and `huge` its first page; without that page (the API documents only mention such a list), no entry counts
   * as missing. `own` suggests nothing, and is looked up only in the preview of a create, and before a replacement that
   * deletes the old resource first.
   */
  readonly size?: "long" | "huge" | "own";
  /** Why a value is missing, if the entries of the list show that: an engine's version that is no longer offered. */
  readonly absent?: (ids: readonly string[]) => string | undefined;
  /**
   * A warning about an entry that the API accepts; shown when the value is new.
   * @param before the entry of the previous value, if the list has it and is read as a whole
   * @param nowMs asks why nothing should be created with the entry any more, or soon; shown on request, for unchanged values, too
   */
  readonly warning?: (entry: Values, before?: Values, nowMs?: number) => string | undefined;
}
