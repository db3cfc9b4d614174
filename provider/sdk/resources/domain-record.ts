import type * as pulumi from "@pulumi/pulumi";
import { domainRecord } from "../../resources/domain-record";
import type { DomainRecordArgs as Plain, DomainRecordState } from "../../resources/domain-record-args";
import type {
  AnyTypeRecord,
  CaaRecord,
  CnameRecord,
  CommonOfRecords,
  MxRecord,
  SrvRecord,
  TargetRecord,
} from "../record-args";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { DomainRecordState, DomainRecordType } from "../../resources/domain-record-args";

type All = Inputs<Plain>;

interface InDomain extends Pick<All, "domainId"> {}

/** Inputs that a `DomainRecord` of any type may have, for other interfaces to extend. */
export interface DomainRecordCommonArgs extends InDomain, CommonOfRecords, Pick<All, "name"> {}

/** Inputs of a record that requires only a target. */
export interface TargetRecordArgs extends InDomain, TargetRecord {}

/** Inputs of an MX record. */
export interface MxRecordArgs extends InDomain, MxRecord {}

/** Inputs of a CNAME record. */
export interface CnameRecordArgs extends InDomain, CnameRecord {}

/** Inputs of an SRV record. */
export interface SrvRecordArgs extends InDomain, SrvRecord {}

/** Inputs of a CAA record. */
export interface CaaRecordArgs extends InDomain, CaaRecord {}

/** Inputs of a record whose type is known only when the program runs; `pulumi.output(type)` turns a variable into such a type. */
export interface AnyTypeRecordArgs extends InDomain, AnyTypeRecord {}

type KnownTypeRecordArgs = TargetRecordArgs | MxRecordArgs | CnameRecordArgs | SrvRecordArgs | CaaRecordArgs;

/** Inputs of a `DomainRecord`: those that each type requires and allows. */
export type DomainRecordArgs = KnownTypeRecordArgs | AnyTypeRecordArgs;

/**
 * A DNS record in a zone (Linode API v4, Domain Records).
 *
 *     new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: web.ipv4[0] });
 *     new compute.DomainRecord("mail", { domainId: zone.id, type: "MX", target: "mail.example.com", priority: 10 });
 *
 * Changing `domainId` or `type` replaces it; the old record is deleted first. Import ID: `domainId/recordId`.
 */
export class DomainRecord extends resourceClass<DomainRecord, DomainRecordArgs, DomainRecordState>(domainRecord) {
  // For an editor, which then knows the alternative, and describes what several of them declare.
  /** A DNS record in a zone, whose `type` determines its other inputs. */
  constructor(name: string, args: KnownTypeRecordArgs, opts?: pulumi.CustomResourceOptions);
  constructor(name: string, args: DomainRecordArgs, opts?: pulumi.CustomResourceOptions);
  constructor(name: string, args: DomainRecordArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }

  /** Reads an existing record that this stack does not manage; fails if no record has this ID. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DomainRecord {
    return new DomainRecord(name, {} as DomainRecordArgs, { ...opts, id });
  }
}
