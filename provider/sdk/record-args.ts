import type * as pulumi from "@pulumi/pulumi";
import type { DomainRecordArgs as Plain, DomainRecordType } from "../resources/domain-record-args";
import type { Inputs } from "./resource";

type All = Inputs<Plain>;
type Needed<K extends keyof Plain> = Inputs<Required<Pick<Plain, K>>>;

// An editor describes a name in an object only if all alternatives declare it in one place. So these share the types that declare one name
// each, and a `Zone` or a `DomainRecordSet` uses them as they are.
export type CommonOfRecords = Pick<All, "ttlSec">;

export interface TargetRecord extends CommonOfRecords, Pick<All, "name">, Needed<"target"> {
  /** Type of the record. Changing it replaces the record; the old one is deleted first. */
  type: "A" | "AAAA" | "NS" | "TXT" | "PTR";
}

export interface MxRecord extends CommonOfRecords, Pick<All, "name">, Needed<"target">, Pick<All, "priority"> {
  /** Type of the record. Changing it replaces the record; the old one is deleted first. */
  type: "MX";
}

export interface CnameRecord extends CommonOfRecords, Needed<"name">, Needed<"target"> {
  /** Type of the record. Changing it replaces the record; the old one is deleted first. */
  type: "CNAME";
}

export interface SrvRecord
  extends
    CommonOfRecords,
    Pick<All, "name">,
    Needed<"target">,
    Needed<"priority" | "weight" | "port">,
    Pick<All, "service">,
    Pick<All, "protocol"> {
  /** Type of the record. Changing it replaces the record; the old one is deleted first. */
  type: "SRV";
}

export interface CaaRecord extends CommonOfRecords, Pick<All, "name">, Needed<"target">, Needed<"tag"> {
  /** Type of the record. Changing it replaces the record; the old one is deleted first. */
  type: "CAA";
}

export interface AnyTypeRecord
  extends
    CommonOfRecords,
    Pick<All, "name">,
    Needed<"target">,
    Pick<All, "priority">,
    Pick<All, "weight" | "port" | "tag">,
    Pick<All, "service">,
    Pick<All, "protocol"> {
  /** Type of the record. Changing it replaces the record; the old one is deleted first. */
  type: Promise<DomainRecordType> | pulumi.OutputInstance<DomainRecordType>;
}

/** The inputs of a record of any type, without its domain. */
type RecordArgs = TargetRecord | MxRecord | CnameRecord | SrvRecord | CaaRecord | AnyTypeRecord;

/** The inputs of a record without its domain: not an `Omit`, which would declare each of them once more. */
export type WithoutDomain<Args, Name> = Name extends keyof Args ? RecordArgs : never;
