import type { Problems } from "../../interface/errors";
import type { RecordRow } from "./rows";
import { sent } from "../../json";
import { requireFields } from "../../interface/validation";
import type { JsonObject } from "../../json";

/** The record types (Linode API v4, Domain Records). */
export const TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"] as const;

/** A field that only some types have. */
interface OwnedField {
  readonly types: readonly string[];
  /** The value of an unset field. */
  readonly unset: 0 | null;
  /** Whether the documents call the field valid only for these types. If not, they only describe its purpose. */
  readonly isExclusive: boolean;
}

/** Fields that only some types have (Linode API v4, Domain Records). */
const OWNED = {
  priority: { types: ["MX", "SRV"], unset: 0, isExclusive: true },
  weight: { types: ["SRV"], unset: 0, isExclusive: true },
  port: { types: ["SRV"], unset: 0, isExclusive: true },
  service: { types: ["SRV"], unset: null, isExclusive: false },
  protocol: { types: ["SRV"], unset: null, isExclusive: false },
  tag: { types: ["CAA"], unset: null, isExclusive: true },
} satisfies { readonly [field: string]: OwnedField };

type Owned = keyof typeof OWNED;

/** Required fields by type (Linode API v4, Domain Records). */
const REQUIRED: { readonly [type: string]: readonly string[] } = { SRV: ["priority", "weight", "port"], CAA: ["tag"] };

/** Fields that only the real service requires. It also requires a target for every type. */
const REQUIRED_IN_FACT: { readonly [type: string]: readonly string[] } = {
  CNAME: ["name"],
  SRV: ["service"],
};

/** Adds a problem for each required field that is missing when a record is created with, or changed to, this type. */
export function requireFor(type: string, body: JsonObject, problems: Problems): void {
  requireFields(neededBy(type, problems), body, problems);
}

/** Adds a problem for each required field that an update removes. */
export function refuseRemoval(type: string, body: JsonObject, problems: Problems): void {
  const removed = neededBy(type, problems).filter((name) => sent(body, name) === null && !problems.has(name));
  requireFields(removed, body, problems);
}

/** Adds a problem for each field that the type does not have. The unset value is accepted, because responses contain it. */
export function refuseForeign(type: string, input: Partial<Pick<RecordRow, Owned>>, problems: Problems): void {
  for (const [name, { types, unset, isExclusive }] of foreignTo(type)) {
    const value = input[name];
    if (value === undefined || value === unset) continue;
    const reason = `${name} is only valid for ${types.join(" and ")} records`;
    if (isExclusive) problems.add(name, reason);
    else problems.addUndocumented(name, reason);
  }
}

/** The fields that a type does not have, with their unset values. */
export function unsetFor(type: string): Partial<Pick<RecordRow, Owned>> {
  return Object.fromEntries(foreignTo(type).map(([name, { unset }]) => [name, unset]));
}

function foreignTo(type: string): Array<[Owned, OwnedField]> {
  // Safe: the entries have exactly the keys of OWNED.
  const owned = Object.entries(OWNED) as Array<[Owned, OwnedField]>;
  return type === "" ? [] : owned.filter(([, { types }]) => !types.includes(type));
}

function neededBy(type: string, { documentedOnly }: Problems): readonly string[] {
  return [...(REQUIRED[type] ?? []), ...(documentedOnly ? [] : (REQUIRED_IN_FACT[type] ?? []))];
}
