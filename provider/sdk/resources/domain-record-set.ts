import type * as pulumi from "@pulumi/pulumi";
import { domainRecordSet } from "../../resources/domain-record-set";
import type { DomainRecordSetState, PlainRecordSetArgs, RecordOfSet } from "../../resources/domain-record-set";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";
import type { DistributiveOmit } from "../distributive-omit";
import type { DomainRecordArgs } from "./domain-record";

export type { DomainRecordSetFilter, DomainRecordSetState, RecordOfSet } from "../../resources/domain-record-set";

/** One record of a `DomainRecordSet`: the arguments of a `DomainRecord` of its type, except the domain. */
export type DomainRecordSetRecord = DistributiveOmit<DomainRecordArgs, "domainId">;

/** Arguments of a `DomainRecordSet`. */
export interface DomainRecordSetArgs extends Inputs<PlainRecordSetArgs> {
  /**
   * The records, in any order; no two may be the same, however they are spelled. What a record leaves out has its default: no name, a
   * `ttlSec` and a `priority` of 0. Changes in place, with as few requests as possible: a removed record is turned into a new one of
   * the same type if there is one.
   */
  records: pulumi.Input<pulumi.Input<DomainRecordSetRecord>[]> | pulumi.OutputInstance<RecordOfSet[]>;
}

/**
 * All records of a zone, or a part of them, as one resource (Linode API v4, Domain Records): for zones of thousands of records. A
 * refresh reads the list of the zone's records, and a change sends one request for each record that differs.
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
 * Six requests are under way at a time, and wait for the service's rate limit. When an `up` fails or is killed, the next one reads the zone
 * and writes the rest. Creates without a clear answer are looked for, all together, and tried again while that helps.
 *
 * With `exclusive`, records that are not declared are removed, and a preview names them; without it, they are not touched. An existing
 * record that is exactly as declared becomes the set's own, and a warning says so. Deleting the set deletes only its own records; with
 * the option `deletedWith: zone` it sends nothing if the zone is deleted, too. Only a change of `domainId` replaces it. Import id:
 * `domainId/records`, which takes over the declared records, and fails if they do not exist exactly as declared.
 */
export class DomainRecordSet extends resourceClass<DomainRecordSet, DomainRecordSetArgs, DomainRecordSetState>(
  domainRecordSet,
) {
  /** Reads all records of a zone that this stack does not manage; fails if there is no zone with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DomainRecordSet {
    return new DomainRecordSet(name, {} as DomainRecordSetArgs, { ...opts, id });
  }
}
