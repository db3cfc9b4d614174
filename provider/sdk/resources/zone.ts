import * as pulumi from "@pulumi/pulumi";
import type { AnyTypeRecord } from "../record-args";
import { isOfType, withRemarks } from "../resource";
import { nameRecords, readZoneFile } from "../zone-records";
import type { ZoneRecord } from "../zone-records";
import { Domain } from "./domain";
import type { DomainArgs, MasterZoneDomainArgs, ZoneDomainArgs } from "./domain";
import { DomainRecord } from "./domain-record";

export type { ZoneRecord } from "../zone-records";

interface ZoneContents<Item> {
  /**
   * The records, in any order; default none. The array must be plain, because each record is a resource; the fields of a record may
   * be outputs of other resources. Other records of the domain are not modified.
   */
  records?: readonly Item[] | undefined;
  /**
   * The text of a BIND zone file (RFC 1035) of the domain, whose records are added to `records`; default none. It must be plain, too. Names
   * and targets are relative to the domain, or to `$ORIGIN`. What the service cannot have, such as the SOA record, is left out with a
   * warning; what cannot be read is an error, by line.
   */
  zoneFile?: string | undefined;
}

/** Inputs of a `Zone`: those of its domain, whose type is `master` by default, and its records. */
export type ZoneArgs = ZoneDomainArgs & ZoneContents<ZoneRecord>;

/** Type token of the component; it is part of URNs and never changes. */
const ZONE_TOKEN = "compute:index:Zone";

/**
 * A domain with its records declared inline: a component that creates a `Domain` and a `DomainRecord` for each record
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
 * Records are named after their contents, so their order does not matter, and adding or removing a record adds or removes one resource.
 * Changing the type, name or target (or the service, protocol, port or tag) creates another record before the old one is deleted. The
 * target of a CNAME, and a target that is an output, update in place. So does everything in a record with a `key`, except its type.
 * If the new record cannot coexist with the old one, for example when an A becomes a CNAME, first add a `key` to the old one and run
 * `pulumi up`, which changes nothing. Records that are the same, that cannot coexist or that cannot be distinguished are an error that
 * names them. For zones with hundreds of records, use `DomainRecordSet`. Takes component options.
 */
export class Zone extends pulumi.ComponentResource {
  /** The domain. */
  readonly domain: Domain;
  /** ID of the domain. */
  readonly domainId: pulumi.Output<pulumi.ID>;
  /** The records, in the order of the input. */
  readonly records: readonly DomainRecord[];

  // For an editor, which then knows the alternative, and describes what several of them declare.
  /** A domain, by default a master, with its records. */
  constructor(
    name: string,
    args: MasterZoneDomainArgs & ZoneContents<Exclude<ZoneRecord, AnyTypeRecord>>,
    opts?: pulumi.ComponentResourceOptions,
  );
  constructor(name: string, args: ZoneArgs, opts?: pulumi.ComponentResourceOptions);
  constructor(name: string, { records, zoneFile, ...args }: ZoneArgs, opts?: pulumi.ComponentResourceOptions) {
    const file = readZoneFile(name, args.domain, zoneFile);
    const { domain } = file;
    const named = nameRecords(name, { domain: args.domain, records, file });
    if (args.type === "slave" && named.length > 0) {
      throw new pulumi.RunError(
        `Zone "${name}": records: a slave is a read-only copy. Declare them in its master, or set type: "master".`,
      );
    }
    super(ZONE_TOKEN, name, {}, opts);
    const here = { parent: this };
    const { Domain, DomainRecord } = this.classes;
    const all: DomainArgs = args.type === undefined ? { ...args, domain, type: "master" } : { ...args, domain };
    this.domain = new Domain(name, withRemarks(all, file.remarks), here);
    this.domainId = this.domain.id;
    this.records = named.map(
      ({ aliases, ...record }) =>
        new DomainRecord(record.name, { ...record.args, domainId: this.domainId }, { ...here, aliases }),
    );
    const recordIds = this.records.map(({ id }) => id);
    this.registerOutputs({ domain: this.domain.domain, domainId: this.domainId, records: recordIds });
  }

  /** @internal */
  protected get classes() {
    return { Domain, DomainRecord };
  }

  /** Whether the value is a `Zone`, from any copy of this package, or an object with its type token, as policies pass. */
  static override isInstance(value: unknown): value is Zone {
    return isOfType(ZONE_TOKEN, value);
  }
}
