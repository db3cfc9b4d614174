import { objectId, oneOf, text } from "../definition/types";
import { lookup } from "./lookup";

/** A DNS record (document 3, Domain record). */
export interface GetDomainRecordResult {
  id: number;
  /** `A`, `AAAA`, `NS`, `MX`, `CNAME`, `TXT`, `SRV`, `PTR` or `CAA`. */
  type: string;
  /** Relative to the domain; empty for the domain itself. */
  name: string;
  target: string;
  /** In seconds; 0 means the domain's. */
  ttlSec: number;
  /** Of MX and SRV records; lower is preferred. */
  priority: number;
  /** Of SRV records; higher is preferred. */
  weight: number;
  /** Of SRV records. */
  port: number;
  /** Of SRV records. */
  service: string | null;
  /** Of SRV records. */
  protocol: string | null;
  /** Of CAA records: `issue`, `issuewild` or `iodef`. */
  tag: string | null;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
}

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
  /** Of CAA records. */
  tag?: "issue" | "issuewild" | "iodef" | undefined;
}

export interface GetDomainRecordsResult {
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
 * The records of a domain, or some of them (document 3, Endpoints).
 * @throws when there is no such domain.
 */
export const getDomainRecords = records.now;

/** The records of a domain, or some of them, as an output. */
export const getDomainRecordsOutput = records.output;

/**
 * One record of a domain (document 3, Endpoints).
 * @throws when the domain has no such record.
 */
export const getDomainRecord = record.now;

/** One record of a domain, as an output. */
export const getDomainRecordOutput = record.output;
