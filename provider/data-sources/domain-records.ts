import { objectId, oneOf, text } from "../definition/types";
import { defineDataSource } from "./rule";

/** A DNS record (Linode API v4, Domain Records). */
export interface GetDomainRecordResult {
  /** ID of the record. */
  id: number;
  /** `A`, `AAAA`, `NS`, `MX`, `CNAME`, `TXT`, `SRV`, `PTR` or `CAA`. */
  type: "A" | "AAAA" | "NS" | "MX" | "CNAME" | "TXT" | "SRV" | "PTR" | "CAA";
  /** Name relative to the domain; empty for the domain itself. */
  name: string;
  /** What the record points to, or its text, depending on the type. */
  target: string;
  /** Seconds that resolvers may cache the record; 0 means the domain's value. */
  ttlSec: number;
  /** For MX and SRV records; lower is preferred. */
  priority: number;
  /** For SRV records; higher is preferred among equal priorities. */
  weight: number;
  /** For SRV records: the port that the service listens on. */
  port: number;
  /** For SRV records: name of the service; null for other types. */
  service: string | null;
  /** For SRV records: name of the protocol; null for other types, and if there is none. */
  protocol: string | null;
  /** For CAA records: `issue`, `issuewild` or `iodef`; null for other types. */
  tag: "issue" | "issuewild" | "iodef" | null;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
}

/** Selects a record of a domain. */
export interface GetDomainRecordArgs {
  /** ID of the domain, as a number or a string of digits. */
  domainId: number | string;
  /** ID of the record, as a number or a string of digits. */
  recordId: number | string;
}

/** Selects a domain and filters its records; a record must match all filters. */
export interface GetDomainRecordsArgs {
  /** ID of the domain, as a number or a string of digits. */
  domainId: number | string;
  /** Type of the record; applied after reading the whole list. */
  type?: "A" | "AAAA" | "NS" | "MX" | "CNAME" | "TXT" | "SRV" | "PTR" | "CAA" | undefined;
  /** Name as the API returns it: relative to the domain, empty for the domain itself; applied after reading the whole list. */
  name?: string | undefined;
  /** Tag of a CAA record. */
  tag?: "issue" | "issuewild" | "iodef" | undefined;
}

/** The matching records. */
export interface GetDomainRecordsResult {
  /** The records, in the API's order. */
  records: GetDomainRecordResult[];
}

const path = "/domains/{domainId}/records";
const scope = "domains:read_only";
const TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"];

/**
 * The records of a domain, optionally filtered (Linode API v4, Domain Records).
 * @throws when the domain does not exist.
 */
export const getDomainRecordsRule = defineDataSource<GetDomainRecordsArgs, GetDomainRecordsResult>({
  name: "getDomainRecords",
  path,
  noun: "domain",
  scope,
  ids: { domainId: objectId },
  list: {
    as: "records",
    by: {
      // The API documents mark only the tag as filterable.
      type: { type: oneOf(...TYPES), oursOnly: true },
      name: { type: text(0, Infinity), oursOnly: true },
      tag: { type: oneOf("issue", "issuewild", "iodef") },
    },
  },
});

/**
 * One record of a domain (Linode API v4, Domain Records).
 * @throws when the domain has no record with this ID.
 */
export const getDomainRecordRule = defineDataSource<GetDomainRecordArgs, GetDomainRecordResult>({
  name: "getDomainRecord",
  path: `${path}/{recordId}`,
  noun: "domain record",
  scope,
  ids: { domainId: objectId, recordId: objectId },
});
