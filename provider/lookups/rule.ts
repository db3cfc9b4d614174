import type { Address } from "../api/base-address";
import type { Send } from "../api/client";
import type { Clock } from "../api/clock";
import type { AnyType } from "../definition/types";
import type { Values } from "../definition/values";
import type { FilterFields } from "./filters";

/** A name that a lookup accepts instead of an object's id. */
export interface KnownBy {
  /** The argument, and the field of the object. */
  readonly name: string;
  readonly type: AnyType;
  /** Makes equivalent spellings equal; by default, they are compared as they are. */
  readonly canonical?: (value: string) => string;
}

/** The declaration of a lookup: everything that the common code needs to know about it. */
export interface LookupRule {
  /** Its name in a program, such as `getDomains`. */
  readonly name: string;
  /** Path from the documents, with `compute` in place of the brand and `{name}` for each id. */
  readonly path: string;
  /** What the ids identify, for messages. */
  readonly noun: string;
  /** The ids in the path, all required; without them the path is a collection of the account. */
  readonly ids?: Readonly<Record<string, AnyType>>;
  /** What may be given instead of the id, which is then the last part of the path; the part before it lists the objects. */
  readonly knownBy?: KnownBy;
  /** The response is a list: its name in the result, and the fields it can be filtered by. */
  readonly list?: { readonly as: string; readonly by: FilterFields };
  /** Scope that the token needs; undefined if it works without a token. */
  readonly scope?: string;
  /** The result is secret: the stack keeps it encrypted, and prints `[secret]`. Such a lookup has no plain form. */
  readonly isSecret?: true;
  /** Path of the database that must be active for this; the lookup waits for it. */
  readonly whileActive?: string;
  /** The documents only refer to the endpoint; `owner` is the object that shows, if there are ids in the path, whether an id is wrong or the endpoint is missing. */
  readonly beyondDocuments?: { readonly owner?: string; readonly instead: string };
}

/** One use of a lookup. */
export interface Question {
  readonly rule: LookupRule;
  readonly args: Values;
}

const declared: LookupRule[] = [];

/** Every lookup of the package, once its module is loaded. */
export const everyLookup: readonly LookupRule[] = declared;

export function declareLookup(rule: LookupRule): void {
  declared.push(rule);
}

/** What a lookup works with. */
export interface LookupContext {
  readonly send: Send;
  readonly address: Address;
  readonly clock: Clock;
  /** Shows the user what the lookup is waiting for. */
  readonly say: (message: string) => void;
}

/** The arguments that a lookup takes, and which of them are required. */
export function argumentsOf(rule: LookupRule): { name: string; type: AnyType; isRequired: boolean }[] {
  const { ids: declaredIds = {}, knownBy } = rule;
  const ids = Object.entries(declaredIds).map(([name, type]) => ({ name, type, isRequired: !knownBy }));
  const instead = knownBy ? [{ name: knownBy.name, type: knownBy.type, isRequired: false }] : [];
  const filters = Object.entries(rule.list?.by ?? {}).map(([name, { type }]) => ({ name, type, isRequired: false }));
  return [...ids, ...instead, ...filters];
}
