import type { Address } from "../api/api-url";
import type { Send } from "../api/client";
import type { Clock } from "../api/clock";
import type { AnyType } from "../definition/types";
import type { Values } from "../definition/values";
import type { FilterField, FilterFields } from "./filters";

/** A name that a data source accepts instead of an ID. */
export interface KnownBy {
  /** Name of both the input and the field. */
  readonly name: string;
  readonly type: AnyType;
  /** Makes equivalent values equal; by default, only identical ones are. */
  readonly canonical?: (value: string) => string;
}

/** The declaration of a data source: everything that the common code needs to know about it. */
export interface DataSourceRule {
  /** Its name in a program, such as `getDomains`. */
  readonly name: string;
  /** The documented path, with `compute` as the brand and `{name}` for each ID. */
  readonly path: string;
  /** What the IDs identify, for messages. */
  readonly noun: string;
  /** The types of the IDs in the path, all required unless `knownBy` takes the place of the last; without any, the path is a collection of the account. */
  readonly ids?: Readonly<Record<string, AnyType>>;
  /** The alternative to the ID, which is then the last part of the path; the part before it is the list. */
  readonly knownBy?: KnownBy;
  /** Set if the response is a list: its name in the result, and the fields it can be filtered by. */
  readonly list?: { readonly as: string; readonly by: FilterFields };
  /** Scope that the token needs; undefined if it works without a token. */
  readonly scope?: string;
  /** The result is secret: encrypted in state, and printed as `[secret]`. Such a data source has no plain form. */
  readonly isSecret?: true;
  /** Path of a database that must be active; the data source waits for that. */
  readonly whileActive?: string;
  /**
   * The API documents mention the endpoint but do not describe it. If the path contains IDs, `owner` is the path that shows whether
   * an ID is wrong or the endpoint is missing; `instead` is the advice for the user.
   */
  readonly beyondDocuments?: { readonly owner?: string; readonly instead: string };
  /** The path is that of any collection, which an input names; filters and results have the API's own names. */
  readonly isGeneric?: true;
}

/** A declaration that names only inputs, and a list in the result, that these types have. */
interface TypedRule<Args, Result> extends Omit<DataSourceRule, "ids" | "knownBy" | "list"> {
  readonly ids?: { readonly [Name in keyof Args]?: AnyType };
  readonly knownBy?: KnownBy & { readonly name: keyof Args };
  readonly list?: { readonly as: keyof Result; readonly by: { readonly [Name in keyof Args]?: FilterField } };
}

/** Declares a data source. Its functions, with these types, are generated from the declaration and its docstring. */
export function defineDataSource<Args, Result>(rule: TypedRule<Args, Result>): DataSourceRule {
  return rule as DataSourceRule;
}

/** One call of a data source. */
export interface DataSourceCall {
  readonly rule: DataSourceRule;
  readonly args: Values;
}

/** What a call needs from outside. */
export interface DataSourceContext {
  readonly send: Send;
  readonly address: Address;
  readonly clock: Clock;
  /** Ends every wait. */
  readonly signal?: AbortSignal | undefined;
  /** Shows the user what the data source is waiting for. */
  readonly say: (message: string) => void;
}

/** The name of a data source in calls between a program and its provider. */
export function tokenOf({ name }: DataSourceRule): string {
  return `compute:index/${name}:${name}`;
}

/** The input with the ID that the path ends with. */
export function idName({ ids = {} }: DataSourceRule): string {
  return Object.keys(ids).at(-1) ?? "";
}

/** The inputs of a data source, and which of them are required. */
export function argumentsOf(rule: DataSourceRule): { name: string; type: AnyType; isRequired: boolean }[] {
  const { ids: declaredIds = {}, knownBy } = rule;
  const ids = Object.entries(declaredIds).map(([name, type]) => ({
    name,
    type,
    isRequired: !knownBy || name !== idName(rule),
  }));
  const instead = knownBy ? [{ name: knownBy.name, type: knownBy.type, isRequired: false }] : [];
  const filters = Object.entries(rule.list?.by ?? {}).map(([name, { type }]) => ({ name, type, isRequired: false }));
  return [...ids, ...instead, ...filters];
}
