import { objectId, oneOf, text } from "../definition/types";
import { lookup } from "./lookup";

/** A DNS record (Linode API v4, Domain Records). */
export interface GetDomainRecordResult {
  /** Its id. */
  id: number;
  /** `A`, `AAAA`, `NS`, `MX`, `CNAME`, `TXT`, `SRV`, `PTR` or `CAA`. */
  type: "A" | "AAAA" | "NS" | "MX" | "CNAME" | "TXT" | "SRV" | "PTR" | "CAA";
  /** Relative to the domain; empty for the domain itself. */
  name: string;
  /** What it points to, or its text; its form depends on the type. */
  target: string;
  /** How long resolvers may keep it, in seconds; 0 means the domain's value. */
  ttlSec: number;
  /** Of MX and SRV records; lower is preferred. */
  priority: number;
  /** Of SRV records; higher is preferred among equal priorities. */
  weight: number;
  /** Of SRV records: where the service listens. */
  port: number;
  /** Of SRV records: name of the service; null in others. */
  service: string | null;
  /** Of SRV records: name of the protocol; null in others, and if there is none. */
  protocol: string | null;
  /** Of CAA records: `issue`, `issuewild` or `iodef`; null in others. */
  tag: "issue" | "issuewild" | "iodef" | null;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
}

/** Selects a record of a domain. */
export interface GetDomainRecordArgs {
  /** Id of the domain, as a number or a string of digits. */
  domainId: number | string;
  /** Id of the record, as a number or a string of digits. */
  recordId: number | string;
}

/** Only records that match all given fields. */
export interface GetDomainRecordsArgs {
  /** Id of the domain, as a number or a string of digits. */
  domainId: number | string;
  /** Type of the record; needs the whole list to be read. */
  type?: "A" | "AAAA" | "NS" | "MX" | "CNAME" | "TXT" | "SRV" | "PTR" | "CAA" | undefined;
  /** Name as the service shows it: relative, empty for the domain itself; needs the whole list to be read. */
  name?: string | undefined;
  /** Tag of CAA records. */
  tag?: "issue" | "issuewild" | "iodef" | undefined;
}

/** The records that match. */
export interface GetDomainRecordsResult {
  /** The records, in the service's order. */
  records: GetDomainRecordResult[];
}

const path = "/domains/{domainId}/records";
const scope = "domains:read_only";
const TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"];

const records = lookup<GetDomainRecordsArgs, GetDomainRecordsResult>({
  name: "getDomainRecords",
  path,
  noun: "domain",
  scope,
  ids: { domainId: objectId },
  list: {
    as: "records",
    by: {
      // The documents mark only the tag as filterable.
      type: { type: oneOf(...TYPES), oursOnly: true },
      name: { type: text(0, Infinity), oursOnly: true },
      tag: { type: oneOf("issue", "issuewild", "iodef") },
    },
  },
});

const record = lookup<GetDomainRecordArgs, GetDomainRecordResult>({
  name: "getDomainRecord",
  path: `${path}/{recordId}`,
  noun: "domain record",
  scope,
  ids: { domainId: objectId, recordId: objectId },
});

/**
 * The records of a domain, or some of them (Linode API v4, Domain Records).
 * @throws when there is no such domain.
 */
export const getDomainRecords = records.now;

/** The records of a domain, or some of them, as an output. */
export const getDomainRecordsOutput = records.output;

/**
 * One record of a domain (Linode API v4, Domain Records).
 * @throws when the domain has no such record.
 */
export const getDomainRecord = record.now;

/** One record of a domain, as an output. */
export const getDomainRecordOutput = record.output;
