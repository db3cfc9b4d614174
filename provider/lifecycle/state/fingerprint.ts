import { isInPath } from "../../definition/argument";
import type { ArgumentRule } from "../../definition/argument";
import { valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Fingerprint } from "../../definition/identity";
import { UNKNOWN, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { canonicalValue } from "./values";

/** The inputs of a member: those of its resource type, without path inputs. */
export function memberArguments({ args }: Definition): [string, ArgumentRule][] {
  return Object.entries(args).filter(([, rule]) => !isInPath(rule));
}

/** The values by which a declared or live member is compared. One that a live member lacks counts as omitted. */
export function fingerprintOf(member: Definition, values: Values): Fingerprint {
  return Object.fromEntries(
    memberArguments(member).map(([name, rule]) => {
      const readFrom = values[name] === UNKNOWN ? undefined : rule.read?.from;
      const value = (readFrom ? readFrom(values) : values[name]) ?? valueWhenRemoved(rule, values) ?? null;
      return [name, value === UNKNOWN ? value : canonicalValue(rule, value, values)];
    }),
  );
}

/** The fingerprint of a declared member, in the form that the API returns if the parent is known. */
export function fingerprintOfDeclared(member: Definition, args: Values, parent: Values | undefined): Fingerprint {
  const given = withoutUnset(args);
  const spell =
    parent && Object.values(given).every((value) => value !== UNKNOWN) && member.identity.normalizedIn?.(given);
  return fingerprintOf(member, spell ? spell(parent) : given);
}

/** Equal for identical members. A partly unknown member never equals a fully known one. */
export function keyOf(fingerprint: Fingerprint): string {
  // The engine reorders properties.
  return asText(Object.entries(fingerprint).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Equal for members with the same identity. */
export function memberIdentity(member: Definition, fingerprint: Fingerprint): string {
  return fieldsKey(fingerprint, member.identity.by);
}

export function fieldsKey(fingerprint: Fingerprint, fields: readonly string[]): string {
  return asText(fields.map((name) => fingerprint[name]));
}

function asText(values: readonly unknown[]): string {
  return JSON.stringify(values, (_, value: unknown) => (value === UNKNOWN ? { unknown: true } : value));
}
