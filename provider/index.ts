import * as pulumi from "@pulumi/pulumi";
import type { DomainArgs, ZoneDomainArgs } from "./sdk/domain-arguments";
import type { InstanceArgs } from "./sdk/instance-arguments";
import type { DomainRecordArgs } from "./sdk/record-arguments";
import { ComputeResource, isOfKind, isOfType } from "./sdk/resource";
import type { Outputs } from "./sdk/resource";
import { nameRecords } from "./sdk/zone-records";
import type { ZoneRecord } from "./sdk/zone-records";
import { domain } from "./resources/domain";
import type { DomainState } from "./resources/domain";
import { domainRecord } from "./resources/domain-record";
import type { DomainRecordState } from "./resources/domain-record";
import { instance } from "./resources/instance";
import type { InstanceState } from "./resources/instance-args";

export { Provider } from "./sdk/provider";
export type { ProviderArgs } from "./sdk/provider";
export * from "./sdk/databases";
export * from "./sdk/images";
export * from "./lookups/index";
export * from "./sdk/actions";
export * from "./sdk/domain-arguments";
export * from "./sdk/instance-arguments";
export * from "./sdk/record-arguments";
export * from "./sdk/record-set";
export type { Inputs, Outputs } from "./sdk/resource";
export type { ZoneRecord } from "./sdk/zone-records";
export type { DomainImport, DomainState } from "./resources/domain";
export type { DomainRecordState, DomainRecordType } from "./resources/domain-record";
export type { InstanceAlerts, InstanceBackupSchedule, InstanceState } from "./resources/instance-args";
export type { InstanceCloneSource } from "./resources/instance-clone-from";
export type { InstanceInterface } from "./resources/instance-interfaces";

/** Arguments of a `Zone`: those of its domain, whose type is `master` by default, and its records. */
export type ZoneArgs = ZoneDomainArgs & {
  /**
   * The records, in any order; default none. The array itself is plain, because each record is a resource; its fields may be
   * outputs of other resources. Other records of the domain are nobody's business.
   */
  records?: readonly ZoneRecord[] | undefined;
};

/** Type token of the component; it is part of URNs and never changes. */
const ZONE_TOKEN = "compute:index:Zone";

export interface Instance extends Outputs<InstanceState> {
  /** Public IPv4 address first, which every instance has, then a private one if there is any. */
  readonly ipv4: pulumi.Output<string[]> & { readonly 0: pulumi.Output<string> };
}

/**
 * A virtual machine (document 1, Instances), deployed from an image, with a StackScript or without, from a backup, as a clone, or
 * empty. Its create waits until it is running, or offline when it is empty, a clone without `booted: true`, or `booted` is false; its delete waits until it is gone.
 *
 *     const web = new compute.Instance("web", {
 *         region: "us-east",
 *         type: "g6-nanode-1",
 *         image: "compute/debian11",
 *         rootPass: config.requireSecret("rootPass"),
 *     });
 *     export const address = web.ipv4[0];
 *
 * Changing `region`, `image`, the StackScript, `backupId`, `cloneFrom`, the keys or `swapSize` replaces it. Import id: the instance's id.
 */
export class Instance extends ComputeResource {
  constructor(name: string, args: InstanceArgs, opts?: pulumi.CustomResourceOptions) {
    super(instance, name, { ...args }, opts);
  }

  /** Whether it is an `Instance`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is Instance {
    return isOfKind(instance, value);
  }

  /** Reads an existing instance that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Instance {
    return new Instance(name, {} as InstanceArgs, { ...opts, id });
  }
}

export interface Domain extends Outputs<DomainState> {}

/**
 * A DNS zone (document 3, Domain).
 *
 *     const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });
 *
 * Created empty, by `importFrom` another nameserver, or as a copy by `cloneFrom` another domain; a change of these two replaces it.
 * Everything else changes in place. Deleting it deletes all its records. Import id: the domain's id.
 */
export class Domain extends ComputeResource {
  constructor(name: string, args: DomainArgs, opts?: pulumi.CustomResourceOptions) {
    super(domain, name, { ...args }, opts);
  }

  /** Whether it is a `Domain`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is Domain {
    return isOfKind(domain, value);
  }

  /** Reads an existing domain that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Domain {
    return new Domain(name, {} as DomainArgs, { ...opts, id });
  }
}

/**
 * A domain with its records declared inline: a component of a `Domain` and one `DomainRecord` for each record (document 3).
 *
 *     new compute.Zone("zone", {
 *         domain: "example.com",
 *         soaEmail: "admin@example.com",
 *         records: [
 *             { type: "A", name: "www", target: web.ipv4[0] },
 *             { type: "MX", target: "mail.example.com", priority: 10 },
 *         ],
 *     });
 *
 * Records are named by what they are: their order does not matter, and one more or less is one resource more or less. Another
 * type, name or target (also service, protocol, port or tag) is another record, made before the old one is deleted; the target of a
 * CNAME, a target that is an output, and everything of a record with a `key` change in place. Give a `key` where the new record cannot
 * stand beside the old one: an A that becomes a CNAME. Two records that nothing tells apart are an error that says which.
 * For zones of hundreds of records there is `DomainRecordSet`. Takes the options of components.
 */
export class Zone extends pulumi.ComponentResource {
  /** The domain. */
  readonly domain: Domain;
  /** Id of the domain. */
  readonly domainId: pulumi.Output<pulumi.ID>;
  /** The records, in the order of the arguments. */
  readonly records: readonly DomainRecord[];

  constructor(name: string, { records, ...args }: ZoneArgs, opts?: pulumi.ComponentResourceOptions) {
    const named = nameRecords(name, args.domain, records);
    super(ZONE_TOKEN, name, {}, opts);
    const here = { parent: this };
    this.domain = new Domain(name, args.type === undefined ? { ...args, type: "master" } : args, here);
    this.domainId = this.domain.id;
    this.records = named.map(
      (record) => new DomainRecord(record.name, { ...record.args, domainId: this.domainId }, here),
    );
    const recordIds = this.records.map(({ id }) => id);
    this.registerOutputs({ domain: this.domain.domain, domainId: this.domainId, records: recordIds });
  }

  /** Whether it is a `Zone`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is Zone {
    return isOfType(ZONE_TOKEN, value);
  }
}

export interface DomainRecord extends Outputs<DomainRecordState> {}

/**
 * A DNS record in a zone (document 3, Domain record).
 *
 *     new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: web.ipv4[0] });
 *     new compute.DomainRecord("mail", { domainId: zone.id, type: "MX", target: "mail.example.com", priority: 10 });
 *
 * Changing `domainId` or `type` replaces it, the old record being deleted first. Import id: `domainId/recordId`.
 */
export class DomainRecord extends ComputeResource {
  constructor(name: string, args: DomainRecordArgs, opts?: pulumi.CustomResourceOptions) {
    super(domainRecord, name, { ...args }, opts);
  }

  /** Whether it is a `DomainRecord`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is DomainRecord {
    return isOfKind(domainRecord, value);
  }

  /** Reads an existing record that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DomainRecord {
    return new DomainRecord(name, {} as DomainRecordArgs, { ...opts, id });
  }
}
