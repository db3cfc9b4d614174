import type { Problems } from "../../interface/errors";
import type { RecordRow } from "../../state/rows/domains";
import { sent } from "../../json";
import { requireFields } from "../../interface/validation";
import type { JsonObject } from "../../json";

/** The record types (Linode API v4, Domain Records). */
export const TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"] as const;

/** A field that only some types have. */
interface OwnedField {
  readonly types: readonly string[];
  /** The value that means none. */
  readonly unset: 0 | null;
  /** Whether the documents call it valid only there, or merely say what it is for. */
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

/** What a type needs (Linode API v4, Domain Records). */
const REQUIRED: { readonly [type: string]: readonly string[] } = { SRV: ["priority", "weight", "port"], CAA: ["tag"] };

/** What the real service also needs, where the documents leave it open; there, all types need a target. */
const REQUIRED_IN_FACT: { readonly [type: string]: readonly string[] } = {
  CNAME: ["name"],
  SRV: ["service"],
};

/** Notes what is missing in a record that is created, or changes to this type. */
export function requireFor(type: string, body: JsonObject, problems: Problems): void {
  requireFields(neededBy(type, problems), body, problems);
}

/** Notes what an update removes although the type needs it. */
export function refuseRemoval(type: string, body: JsonObject, problems: Problems): void {
  const removed = neededBy(type, problems).filter((name) => sent(body, name) === null && !problems.has(name));
  requireFields(removed, body, problems);
}

/** Notes fields that the type does not have. The value that means none is accepted: the service shows it itself. */
export function refuseForeign(type: string, input: Partial<Pick<RecordRow, Owned>>, problems: Problems): void {
  for (const [name, { types, unset, isExclusive }] of foreignTo(type)) {
    const value = input[name];
    if (value === undefined || value === unset) continue;
    const reason = `${name} is only valid for ${types.join(" and ")} records`;
    if (isExclusive) problems.add(name, reason);
    else problems.addUndocumented(name, reason);
  }
}

/** The fields that a type does not have, with the values that mean none. */
export function unsetFor(type: string): Partial<Pick<RecordRow, Owned>> {
  return Object.fromEntries(foreignTo(type).map(([name, { unset }]) => [name, unset]));
}

function foreignTo(type: string): Array<[Owned, OwnedField]> {
  // The keys of OWNED, and nothing else.
  const owned = Object.entries(OWNED) as Array<[Owned, OwnedField]>;
  return type === "" ? [] : owned.filter(([, { types }]) => !types.includes(type));
}

function neededBy(type: string, { documentedOnly }: Problems): readonly string[] {
  return [...(REQUIRED[type] ?? []), ...(documentedOnly ? [] : (REQUIRED_IN_FACT[type] ?? []))];
}
