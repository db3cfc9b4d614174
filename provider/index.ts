import type * as pulumi from "@pulumi/pulumi";
import { ComputeResource } from "./pulumi/resource";
import type { Inputs, Outputs } from "./pulumi/resource";
import { domain } from "./resources/domain";
import type { DomainArgs as PlainDomainArgs, DomainState } from "./resources/domain";
import { domainRecord } from "./resources/domain-record";
import type { DomainRecordArgs as PlainRecordArgs, DomainRecordState } from "./resources/domain-record";
import { instance } from "./resources/instance";
import type { InstanceArgs as PlainInstanceArgs, InstanceState } from "./resources/instance";

export { Provider } from "./pulumi/provider";
export type { ProviderArgs } from "./pulumi/provider";
export * from "./lookups/images";
export * from "./lookups/regions";
export type { Inputs, Outputs } from "./pulumi/resource";
export type { DomainState } from "./resources/domain";
export type { DomainRecordState, DomainRecordType } from "./resources/domain-record";
export type { InstanceAlerts, InstanceBackupSchedule, InstanceState } from "./resources/instance";

/** Arguments of an `Instance`. */
export type InstanceArgs = Inputs<PlainInstanceArgs>;
/** Arguments of a `Domain`. */
export type DomainArgs = Inputs<PlainDomainArgs>;
/** Arguments of a `DomainRecord`. */
export type DomainRecordArgs = Inputs<PlainRecordArgs>;

export interface Instance extends Outputs<InstanceState> {}

/**
 * A virtual machine (document 1, Instances), deployed from an image or empty. Its create waits until it is running, or offline
 * when it is empty or `booted` is false; its delete waits until it is gone.
 *
 *     const web = new compute.Instance("web", {
 *         region: "us-east",
 *         type: "g6-nanode-1",
 *         image: "compute/debian11",
 *         rootPass: config.requireSecret("rootPass"),
 *     });
 *     export const address = web.ipv4[0];
 *
 * Changing `region`, `image`, the keys or `swapSize` replaces it. Import id: the instance's id.
 */
export class Instance extends ComputeResource {
  constructor(name: string, args: InstanceArgs, opts?: pulumi.CustomResourceOptions) {
    super(instance, name, args, opts);
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
 * Everything changes in place. Deleting it deletes all its records. Import id: the domain's id.
 */
export class Domain extends ComputeResource {
  constructor(name: string, args: DomainArgs, opts?: pulumi.CustomResourceOptions) {
    super(domain, name, args, opts);
  }

  /** Reads an existing domain that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Domain {
    return new Domain(name, {} as DomainArgs, { ...opts, id });
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
    super(domainRecord, name, args, opts);
  }

  /** Reads an existing record that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DomainRecord {
    return new DomainRecord(name, {} as DomainRecordArgs, { ...opts, id });
  }
}
