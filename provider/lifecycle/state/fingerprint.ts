import { isInPath } from "../../definition/argument";
import { valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Fingerprint } from "../../definition/identity";
import { UNKNOWN, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { canonicalValue } from "./values";

/** The values by which a declared or live record is compared. One that a live record lacks counts as omitted. */
export function fingerprintOf({ args }: Definition, values: Values): Fingerprint {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, rule]) => {
      if (isInPath(rule)) return [];
      const readFrom = values[name] === UNKNOWN ? undefined : rule.read?.from;
      const value = (readFrom ? readFrom(values) : values[name]) ?? valueWhenRemoved(rule, values) ?? null;
      return [[name, value === UNKNOWN ? value : canonicalValue(rule, value, values)]];
    }),
  );
}

/** The fingerprint of a declared record, in the form that the API returns if the parent is known. */
export function fingerprintOfDeclared(definition: Definition, args: Values, parent: Values | undefined): Fingerprint {
  const given = withoutUnset(args);
  const spell =
    parent && Object.values(given).every((value) => value !== UNKNOWN) && definition.identity.normalizedIn?.(given);
  return fingerprintOf(definition, spell ? spell(parent) : given);
}

/** Equal for identical records. A partly unknown record never equals a fully known one. */
export function keyOf(fingerprint: Fingerprint): string {
  // The engine reorders properties.
  return asText(Object.entries(fingerprint).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Equal for records with the same identity. */
export function sameIdentityKey({ identity }: Definition, fingerprint: Fingerprint): string {
  return fieldsKey(fingerprint, identity.by);
}

export function fieldsKey(fingerprint: Fingerprint, fields: readonly string[]): string {
  return asText(fields.map((name) => fingerprint[name]));
}

function asText(values: readonly unknown[]): string {
  return JSON.stringify(values, (_, value: unknown) => (value === UNKNOWN ? { unknown: true } : value));
}
