import * as pulumi from "@pulumi/pulumi";
import { isOfType } from "../resource";
import { nameRecords } from "../zone-records";
import type { ZoneRecord } from "../zone-records";
import { Domain } from "./domain";
import type { ZoneDomainArgs } from "./domain";
import { DomainRecord } from "./domain-record";

export type { ZoneRecord } from "../zone-records";

/** Arguments of a `Zone`: those of its domain, whose type is `master` by default, and its records. */
export type ZoneArgs = ZoneDomainArgs & {
  /**
   * The records, in any order; default none. The array itself must be plain, because each record is a resource; the fields of a
   * record may be outputs of other resources. Other records of the domain are ignored.
   */
  records?: readonly ZoneRecord[] | undefined;
};

/** Type token of the component; it is part of URNs and never changes. */
const ZONE_TOKEN = "compute:index:Zone";

/**
 * A domain with its records declared inline: a component made of a `Domain` and one `DomainRecord` for each record
 * (Linode API v4, Domains and Domain Records).
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
 * Records are named after their contents: their order does not matter, and adding or removing one adds or removes one resource. A
 * changed type, name or target (also service, protocol, port or tag) makes another record, created before the old one is deleted; the
 * target of a CNAME, a target that is an output, and everything in a record with a `key` change in place. Give a `key` if the new record
 * cannot coexist with the old one: an A that becomes a CNAME. Two records that cannot be told apart are an error that names them.
 * For zones with hundreds of records, use `DomainRecordSet`. Takes the options of components.
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

  /** Whether it is a `Zone`, from any copy of this package; policies pass an object with the type token. */
  static override isInstance(value: unknown): value is Zone {
    return isOfType(ZONE_TOKEN, value);
  }
}
