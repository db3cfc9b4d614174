import type * as pulumi from "@pulumi/pulumi";
import { domainRecordSet } from "../../resources/domain-record-set";
import type { DomainRecordSetState, PlainRecordSetArgs, RecordOfSet } from "../../resources/domain-record-set";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";
import type { AnyTypeRecord, WithoutDomain } from "../record-args";
import type { DomainRecordArgs } from "./domain-record";

export type { DomainRecordSetFilter, DomainRecordSetState, RecordOfSet } from "../../resources/domain-record-set";

/** One record of a `DomainRecordSet`: the inputs of a `DomainRecord` of its type, except the domain. */
export type DomainRecordSetRecord = WithoutDomain<DomainRecordArgs, "domainId">;

/** Inputs of a `DomainRecordSet`. */
export interface DomainRecordSetArgs extends Inputs<PlainRecordSetArgs> {
  /**
   * The records, in any order; no two may be equivalent; required without `zoneFile`. Omitted fields have their defaults: an empty
   * name, and 0 for `ttlSec` and `priority`. Updates in place, with as few requests as possible: a removed record is changed into a
   * new one of the same type if there is one.
   */
  records?: pulumi.Input<pulumi.Input<DomainRecordSetRecord>[]> | pulumi.OutputInstance<RecordOfSet[]>;
}

/**
 * All records of a zone, or a part of them, as one resource (Linode API v4, Domain Records), for zones with thousands of records. A
 * refresh reads the list of the zone's records. An update sends one request for each record that differs.
 *
 *     new compute.DomainRecordSet("records", {
 *         domainId: zone.id,
 *         records: [
 *             { type: "A", name: "www", target: web.ipv4[0] },
 *             { type: "MX", target: "mail.example.com", priority: 10 },
 *         ],
 *         exclusive: true,
 *     });
 *
 * Up to six requests run at a time, within the API's rate limit. If an update fails or is interrupted, the next `pulumi up` reads the
 * zone and writes the remaining records. If the service does not confirm creates, the set checks in one pass which of the records
 * exist, and retries the others as long as that creates most of them.
 *
 * With `exclusive`, undeclared records are deleted, and a preview lists them. Without it, they are not modified. The set adopts an
 * existing record that matches the program, and a warning reports it. Deleting the set deletes only its own records. With the option
 * `deletedWith: zone`, it sends no request if the zone is deleted, too. Only changing `domainId` replaces it. Import ID:
 * `domainId/records`, which adopts the declared records, and fails if any of them does not exist exactly as declared.
 */
export class DomainRecordSet extends resourceClass<DomainRecordSet, DomainRecordSetArgs, DomainRecordSetState>(
  domainRecordSet,
) {
  // For an editor, which then knows the type of each record, and describes what several of them declare.
  /** Records of a zone, each of whose `type` determines its other inputs. */
  constructor(
    name: string,
    args: Omit<DomainRecordSetArgs, "records"> & {
      [Name in keyof Pick<DomainRecordSetArgs, "records">]: pulumi.Input<
        pulumi.Input<Exclude<DomainRecordSetRecord, AnyTypeRecord>>[]
      >;
    },
    opts?: pulumi.CustomResourceOptions,
  );
  constructor(name: string, args: DomainRecordSetArgs, opts?: pulumi.CustomResourceOptions);
  constructor(name: string, args: DomainRecordSetArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }

  /** Reads all records of a zone that this stack does not manage; fails if no zone has this ID. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DomainRecordSet {
    return new DomainRecordSet(name, {} as DomainRecordSetArgs, { ...opts, id });
  }
}
