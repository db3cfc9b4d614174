import { getDomainRecordsRule, getDomainRecordRule } from "../../data-sources/domain-records";
import type {
  GetDomainRecordArgs,
  GetDomainRecordResult,
  GetDomainRecordsArgs,
  GetDomainRecordsResult,
} from "../../data-sources/domain-records";
import { dataSource } from "./data-source";

export type {
  GetDomainRecordResult,
  GetDomainRecordArgs,
  GetDomainRecordsArgs,
  GetDomainRecordsResult,
} from "../../data-sources/domain-records";

const records = dataSource<GetDomainRecordsArgs, GetDomainRecordsResult>(getDomainRecordsRule);
const record = dataSource<GetDomainRecordArgs, GetDomainRecordResult>(getDomainRecordRule);

/**
 * The records of a domain, optionally filtered (Linode API v4, Domain Records).
 * @throws when the domain does not exist.
 */
export const getDomainRecords = records.now;

/** The records of a domain, optionally filtered, as an output. */
export const getDomainRecordsOutput = records.output;

/**
 * One record of a domain (Linode API v4, Domain Records).
 * @throws when the domain has no record with this ID.
 */
export const getDomainRecord = record.now;

/** One record of a domain, as an output. */
export const getDomainRecordOutput = record.output;
