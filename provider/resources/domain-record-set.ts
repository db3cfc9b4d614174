import { memberOf } from "../definition/member";
import { fields } from "../definition/outputs";
import { flag, listOf, oneOf, shape, text, described } from "../definition/types";
import { define } from "../definition/definition";
import type { IsGiven, SetDefinition } from "../definition/definition";
import type { Failure } from "../definition/types";
import type { Fingerprint } from "../definition/identity";
import type { Values } from "../definition/values";
import { exactly } from "../normalise/exactly";
import { canonicalHostName } from "../normalise/host-name";
import { rejectsRecords } from "./domain";
import { idInPath } from "./id-argument";
import { canonicalRecordName } from "../normalise/record-name";
import { unordered } from "../normalise/unordered";
import { domainRecord, ownerName, relativeName } from "./domain-record";
import { RECORD_TYPES } from "./domain-record-args";
import type { DomainRecordArgs, DomainRecordType } from "./domain-record-args";

/** Which records of a domain a `DomainRecordSet` covers: those with one of the types and one of the names. */
export interface DomainRecordSetFilter {
  /** Types of records; default all. */
  types?: DomainRecordType[];
  /** Names of records, written as in `records`; an SRV record has the name `_service._protocol`, or `_service`. Default all. */
  names?: string[];
}

/** A record of any type in a `DomainRecordSet`. */
export type RecordOfSet = Omit<DomainRecordArgs, "domainId">;

/** Inputs of a `DomainRecordSet`, except `records` (Linode API v4, Domain Records). */
export interface PlainRecordSetArgs {
  /** ID of the domain, as a number or a string: `zone.id`. Changing it replaces the set. */
  domainId: number | string;
  /**
   * Whether to delete every other record of the domain, or of the part that `only` names. A preview lists them, and any resource of
   * the program that manages one. Those of a domain that the same update transfers or clones are kept until the next update, whose
   * preview lists them. Default false: they are not modified. Updates in place.
   */
  exclusive?: boolean;
  /**
   * The part of the domain that the set covers; default all of it. Preview rejects a record in `records` that is outside it; other
   * records outside it are never modified. Updates in place.
   */
  only?: DomainRecordSetFilter;
  /**
   * The text of a BIND zone file (RFC 1035), whose records are added to `records`; default none. It must be of the domain's zone; names
   * and targets are relative to that, or to `$ORIGIN`, which a domain that does not exist yet requires. A preview lists what the service
   * cannot have, such as the SOA record, and rejects what it cannot read, by line. State has the records instead of the text, so that
   * only changes of records are changes.
   */
  zoneFile?: string;
}

/** Outputs of a `DomainRecordSet`. Its Pulumi ID is `domainId/records`. */
export interface DomainRecordSetState {
  /** As given: a number or a string. */
  domainId: number | string;
  /** As given; after a refresh, values that differ in the API are the API's. */
  records: RecordOfSet[];
  /** As given. */
  exclusive: boolean;
  /** As given. */
  only: DomainRecordSetFilter | undefined;
  /** The API's IDs of this set's records, in ascending order. */
  recordIds: number[];
}

type RecordSetArgs = PlainRecordSetArgs & { records?: RecordOfSet[] };

const unorderedPart = described("The order of types and names is ignored.", (part: unknown) => {
  const { types, names } = part as Values;
  return exactly({ types: unordered(types), names: unordered(names) });
});

const ownDefinition = define<RecordSetArgs, DomainRecordSetState>({
  kind: "DomainRecordSet",
  noun: "record set",
  describedIn: "Linode API v4, Domain Records",
  collection: "/domains/{domainId}/records",
  ids: { type: oneOf("records"), example: "records" },
  args: {
    domainId: idInPath,
    records: {
      type: listOf(memberOf<RecordOfSet>(domainRecord)),
      required: { by: "a set without `zoneFile`" },
      sent: { in: "nowhere" },
    },
    zoneFile: { type: text(0, Infinity), sent: { in: "nowhere" } },
    exclusive: { type: flag, sent: { in: "nowhere" }, removal: { sends: false } },
    only: {
      type: shape<DomainRecordSetFilter>({ types: listOf(oneOf(...RECORD_TYPES)), names: listOf(text(0, 100)) }),
      sent: { in: "nowhere" },
      compare: { by: unorderedPart },
      removal: { sends: null },
    },
  },
  outputs: { from: fields("recordIds") },
  checks: { rules: [needsRecords] },
  identity: { by: [] },
  creation: { rejectedBy: rejectsRecords },
  deadlines: { createSec: 60 * 60, updateSec: 60 * 60, deleteSec: 60 * 60 },
});

/** Either `records` or `zoneFile` is required. */
function needsRecords(_: Partial<RecordSetArgs>, isGiven: IsGiven<RecordSetArgs>): Failure[] {
  return isGiven("records") || isGiven("zoneFile") ? [] : [{ path: "records", reason: "is required, or zoneFile" }];
}

export const domainRecordSet: SetDefinition = { ...ownDefinition, records: domainRecord };

/** Whether the set covers the record; undefined if that depends on the zone, which was not passed. */
export function covers(
  only: DomainRecordSetFilter | undefined,
  record: Fingerprint,
  zone: Values | undefined,
): boolean | undefined {
  const { types, names } = only ?? {};
  if (Array.isArray(types) && !types.includes(record.type as DomainRecordType)) return false;
  if (!Array.isArray(names)) return true;
  const owner = ownerName(record);
  const domain = zone ? canonicalHostName(String(zone.domain)) : "";
  const isListed = names.some((name) => relativeName(String(name), domain) === relativeName(owner, domain));
  // A full name and the part before the zone may be the same name; that depends on the zone's own name.
  const isOpen = names.some((name) => {
    const listed = canonicalRecordName(String(name));
    return mayExtend(listed, owner) || (record.type !== "SRV" && mayExtend(owner, listed));
  });
  return isListed || (isOpen && zone === undefined ? undefined : false);
}

/** Whether only the zone shows which records the set covers. */
export function dependsOnZone({ names = [] }: DomainRecordSetFilter): boolean {
  return names.some((name) => name.includes("."));
}

/** Whether `full` may be `short` followed by the zone's name, which never starts with an underscore as a service name does. */
function mayExtend(full: string, short: string): boolean {
  return short === "" ? /^[^_].*\./.test(full) : full.startsWith(`${short}.`);
}
