import type { Definition, SetDefinition } from "../../definition/definition";
import type { Fingerprint } from "../../definition/identity";
import { UNKNOWN, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { domainRecord, recordCoexistence, shortened } from "../../resources/domain-record";
import { domainRecordSet } from "../../resources/domain-record-set";
import type { DomainRecordSetFilter } from "../../resources/domain-record-set";
import { claimantOf, isGivenUp, memoryKey } from "../identity";
import { collectionPath, declaredIn, fingerprintOf, idOf, keyOf, optionsOf } from "../state";
import type { DeclaredRecord } from "../state";
import { holderOf, announceManaged } from "../context";
import type { ResourceCall } from "../context";

/** The inputs or the state of a set. In a preview, any value may be unknown. */
export interface SetValues extends Values {
  readonly records?: Values[];
  readonly exclusive?: boolean;
  readonly only?: DomainRecordSetFilter;
  readonly recordIds?: number[];
}

export interface SetCall extends ResourceCall<SetDefinition> {
  readonly args: SetValues;
}

/** The inputs of a set, or its state, and the definition of its records. */
export type SetInputs = Pick<SetCall, "definition" | "args">;

/** A record of the zone. */
export interface Present {
  readonly id: string;
  readonly live: Values;
  readonly fingerprint: Fingerprint;
  readonly key: string;
}

/** What was sent for a record and what the API returned for it, if no rule makes the two equal. */
export interface RecordForms {
  readonly sent: Fingerprint;
  readonly answered: Fingerprint;
}

/** The call, as one about the records of the set. */
export function ofRecords<Call extends SetCall>(call: Call): Omit<Call, "definition"> & { definition: Definition } {
  return { ...call, definition: call.definition.records };
}

/** The Pulumi ID of the set. */
export function setId(args: SetValues): string {
  return idOf(domainRecordSet, args, { id: "records" });
}

/** Path of the zone's records. */
export function recordsPath(args: SetValues): string {
  return collectionPath(domainRecord, args);
}

/** A short description for messages, without anything that may be secret in the program. */
export function titleOf(fingerprint: Fingerprint): string {
  const shown = Object.entries(fingerprint).map(([name, value]) => [name, value === UNKNOWN ? "[unknown]" : value]);
  return recordCoexistence.title(Object.fromEntries(shown) as Fingerprint);
}

/** The declared records, without those that are entirely unknown in a preview. */
export function declaredRecords({ definition, args }: SetInputs, zone: Values | undefined): DeclaredRecord[] {
  return Array.isArray(args.records) ? declaredIn(args.records, definition.records, zone) : [];
}

/**
 * Returns a function that describes the zone's records in messages. Contents that the program also declares are omitted, because they may be
 * secret there; all contents are, if the program marked any as secret.
 */
export function recordDescriber(set: SetInputs, zone: Values | undefined): (present: Present) => string {
  const known = new Set(declaredRecords(set, zone).map(({ fingerprint }) => shortened(fingerprint)));
  const isMarked = optionsOf(set.args).secrets?.some(([first]) => first === "records") === true;
  return ({ fingerprint, id }) => {
    const contents = shortened(fingerprint);
    const isHidden = isMarked || known.has(contents);
    return `${recordCoexistence.title(fingerprint)}${isHidden ? "" : contents} (id ${id})`;
  };
}

/** A record of the zone. While the API returns what it returned for the last write, it has the fingerprint of what was sent. */
export function presentRecord({ records }: SetDefinition, live: Values, forms?: RecordForms): Present {
  const shown = fingerprintOf(records, live);
  const fingerprint = forms && keyOf(shown) === keyOf(forms.answered) ? forms.sent : shown;
  return { id: String(live.id), live, fingerprint, key: keyOf(fingerprint) };
}

/** The names of the inputs in which two records differ. */
export function differingInputs(one: Fingerprint, other: Fingerprint): string[] {
  return Object.keys(one).filter((name) => one[name] !== other[name]);
}

/** A record of the zone as a program would declare it, without default values. */
export function asDeclared({ records }: SetDefinition, live: Values): Values {
  const names = differingInputs(fingerprintOf(records, live), fingerprintOf(records, {}));
  return Object.fromEntries(names.map((name) => [name, live[name]]));
}

/** A declared record, with the live values of the inputs that differ. */
export function withDrift({ records }: SetDefinition, { args, fingerprint }: DeclaredRecord, live: Values): Values {
  const names = differingInputs(fingerprintOf(records, live), fingerprint);
  return { ...withoutUnset(args), ...Object.fromEntries(names.map((name) => [name, live[name]])) };
}

/** The record's key in `RunMemory`: that of a `DomainRecord`. */
export function recordKey(args: SetValues, id: string): string {
  return memoryKey(domainRecord, idOf(domainRecord, args, { id }));
}

/** The URN of another resource of the program that manages the record. */
export function otherHolderOf({ args, context }: SetCall, { id }: Present): string | undefined {
  return holderOf(context, recordKey(args, id), { urn: optionsOf(args).urn });
}

/** Whether another resource of the program manages the record, unless that is a set that gives it up, or declares it. */
export function isHeldByOther(call: SetCall, one: Present): boolean {
  const holder = otherHolderOf(call, one);
  if (holder !== undefined) return !isGivenUp(ofRecords(call), holder, one.fingerprint);
  return claimantOf(ofRecords(call), one.fingerprint) !== undefined;
}

/** Notes that the set manages these records, so that a delete from a stale entry in state keeps them. */
export function announceManagedRecords({ args, context }: SetCall, ids: Iterable<string>): void {
  announceManaged(context, optionsOf(args), ...Array.from(ids, (id) => recordKey(args, id)));
}
