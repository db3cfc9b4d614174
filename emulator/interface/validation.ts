import { isObject, sent } from "../json";
import type { JsonObject } from "../json";
import { isIP } from "node:net";
import type { Problems } from "./errors";

/** A rule for one field of a request body. */
export interface Field<T> {
  /** Whether null is a valid value; otherwise, null counts as absent. */
  readonly nullable: boolean;
  /** Returns the accepted value, or adds a problem and returns undefined. */
  read(value: unknown, name: string, problems: Problems): T | undefined;
}

/** The known fields of a request body. Other keys are ignored. */
export type Shape = { readonly [name: string]: Field<unknown> };

/** The fields of a body that were sent and are valid. */
export type Parsed<S extends Shape> = { -readonly [K in keyof S]?: S[K] extends Field<infer T> ? T : never };

/** Reads the known fields of a body and adds their problems. */
export function parse<S extends Shape>(shape: S, body: JsonObject, problems: Problems, prefix = ""): Parsed<S> {
  const parsed: JsonObject = {};
  for (const [name, field] of Object.entries(shape)) {
    const value = sent(body, name);
    if (value === undefined || (value === null && !field.nullable)) continue;
    const accepted = field.read(value, prefix + name, problems);
    if (accepted !== undefined) parsed[name] = accepted;
  }
  // Safe: each value was read by the field of the same name.
  return parsed as Parsed<S>;
}

/** Adds a problem for each of the fields that is absent or null. */
export function requireFields(names: readonly string[], body: JsonObject, problems: Problems, prefix = ""): void {
  for (const name of names) {
    const value = sent(body, name);
    if (value === undefined || value === null) problems.add(prefix + name, `${name} is required`);
  }
}

/** A string with length limits. */
export function text(min = 0, max = Number.POSITIVE_INFINITY): Field<string> {
  return rule((value, name, problems) => {
    if (typeof value !== "string") return wrong(problems, name, "Must be of type String");
    // Length in characters, not in UTF-16 code units.
    const { length } = [...value];
    if (length >= min && length <= max) return value;
    const bounds = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min}-${max}`;
    return wrong(problems, name, `Length must be ${bounds} characters`);
  });
}

/** A string that also matches a pattern. */
export function pattern(base: Field<string>, expression: RegExp, reason: string): Field<string> {
  return rule((value, name, problems) => {
    const accepted = base.read(value, name, problems);
    if (accepted === undefined || expression.test(accepted)) return accepted;
    return wrong(problems, name, reason);
  });
}

/** An integer within bounds. */
export function integer(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Field<number> {
  return rule((value, name, problems) => {
    if (typeof value !== "number" || !Number.isSafeInteger(value)) {
      return wrong(problems, name, "Must be of type Integer");
    }
    if (value >= min && value <= max) return value;
    return wrong(
      problems,
      name,
      max === Number.MAX_SAFE_INTEGER ? `Must be ${min} or greater` : `Must be ${min}-${max}`,
    );
  });
}

export function flag(): Field<boolean> {
  return rule((value, name, problems) =>
    typeof value === "boolean" ? value : wrong(problems, name, "Must be of type Boolean"),
  );
}

/** One of the given values. */
export function oneOf<T extends string | number>(...values: readonly T[]): Field<T> {
  return rule(
    (value, name, problems) =>
      values.find((known) => known === value) ?? wrong(problems, name, `Must be one of ${values.join(", ")}`),
  );
}

/** An array with the same rule for every item. */
export function list<T>(item: Field<T>, max = Number.POSITIVE_INFINITY): Field<T[]> {
  return rule((value, name, problems) => {
    if (!Array.isArray(value)) return wrong(problems, name, "Must be of type Array");
    if (value.length > max) return wrong(problems, name, `Must have at most ${max} items`);
    const accepted = value.map((entry: unknown, index) => item.read(entry, `${name}[${index}]`, problems));
    return accepted.every((entry) => entry !== undefined) ? accepted : undefined;
  });
}

/** An object with the given fields. */
export function object<S extends Shape>(shape: S): Field<Parsed<S>> {
  return rule((value, name, problems) =>
    isObject(value) ? parse(shape, value, problems, `${name}.`) : wrong(problems, name, "Must be of type Object"),
  );
}

/** The same field, with null as a valid value. */
export function nullable<T>(field: Field<T>): Field<T | null> {
  return {
    nullable: true,
    read: (value, name, problems) => (value === null ? null : field.read(value, name, problems)),
  };
}

/** A field with a rule that is not in the documents. If only documented rules apply, the loose field is used. */
export function undocumented<T>(strict: Field<T>, loose: Field<T>): Field<T> {
  return {
    nullable: strict.nullable,
    read: (value, name, problems) => (problems.documentedOnly ? loose : strict).read(value, name, problems),
  };
}

/** An IPv4 or IPv6 address. */
export const ipAddress: Field<string> = rule((value, name, problems) =>
  typeof value === "string" && familyOf(value) !== 0 ? value : wrong(problems, name, "Must be a valid IP address"),
);

/** An IP address, or a range as `address/bits`. */
export const ipRange: Field<string> = rule((value, name, problems) =>
  typeof value === "string" && isIpRange(value) ? value : wrong(problems, name, "Must be a valid IP address or range"),
);

function isIpRange(value: string): boolean {
  const [, address = value, bits] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(value) ?? [];
  const family = familyOf(address);
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 4 ? 32 : 128));
}

/** 4, 6, or 0 if it is not an address. Zones (`fe80::1%eth0`) are rejected, because they only have meaning on one machine. */
function familyOf(address: string): number {
  return address.includes("%") ? 0 : isIP(address);
}

/** Tags of 3 to 50 characters. The documents give no lengths. */
export const tags: Field<string[]> = list(undocumented(text(3, 50), text()));

function rule<T>(read: Field<T>["read"]): Field<T> {
  return { nullable: false, read };
}

function wrong(problems: Problems, name: string, reason: string): undefined {
  problems.add(name, reason);
  return undefined;
}
