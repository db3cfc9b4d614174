import type { Address } from "../api/base-address";
import type { Send } from "../api/client";
import type { Clock } from "../api/clock";
import type { AnyType } from "../definition/types";
import type { Values } from "../definition/values";
import type { FilterFields } from "./filters";

/** What people know an object by, where the lookup takes that in place of its id. */
export interface KnownBy {
  /** The argument, and the field of the object. */
  readonly name: string;
  readonly type: AnyType;
  /** Makes spellings that mean the same the same; without it, they are compared as they are. */
  readonly canonical?: (value: string) => string;
}

/** Everything that the lookups' one function needs to know about a lookup. */
export interface LookupRule {
  /** Its name in a program, such as `getDomains`. */
  readonly name: string;
  /** Path of the documents, with `compute` where the brand stands and `{name}` for each id. */
  readonly path: string;
  /** What the ids lead to, in words. */
  readonly noun: string;
  /** The ids in the path, all required; without them the path is a collection of the account. */
  readonly ids?: Readonly<Record<string, AnyType>>;
  /** What may be given in place of the id, which is then the last part of the path: what is before it is the list of the objects. */
  readonly knownBy?: KnownBy;
  /** The answer is a list: the name of its member in the result, and what it can be narrowed by. */
  readonly list?: { readonly as: string; readonly by: FilterFields };
  /** Scope that a token needs for it; undefined where it works without a token. */
  readonly scope?: string;
  /** Nobody may see the result: the stack keeps it encrypted, and prints `[secret]`. Such a lookup has no plain form. */
  readonly isSecret?: true;
  /** Path of the database that must be active for this, and is waited for. */
  readonly whileActive?: string;
  /** The documents only refer to the endpoint; where ids are in its path, the object that tells a wrong id from a missing endpoint. */
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

/** What a lookup needs of the world around it. */
export interface LookupContext {
  readonly send: Send;
  readonly address: Address;
  readonly clock: Clock;
  /** Tells the user what is waited for. */
  readonly say: (message: string) => void;
}

/** The arguments that a lookup takes, and which of them it needs. */
export function argumentsOf(rule: LookupRule): { name: string; type: AnyType; isRequired: boolean }[] {
  const { ids: declaredIds = {}, knownBy } = rule;
  const ids = Object.entries(declaredIds).map(([name, type]) => ({ name, type, isRequired: !knownBy }));
  const instead = knownBy ? [{ name: knownBy.name, type: knownBy.type, isRequired: false }] : [];
  const filters = Object.entries(rule.list?.by ?? {}).map(([name, { type }]) => ({ name, type, isRequired: false }));
  return [...ids, ...instead, ...filters];
}
