import type * as pulumi from "@pulumi/pulumi";
import { instanceSnapshot } from "../../resources/instance-snapshot";
import type { InstanceSnapshotArgs as Plain, InstanceSnapshotState } from "../../resources/instance-snapshot";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { InstanceSnapshotState } from "../../resources/instance-snapshot";

/** Inputs of an `InstanceSnapshot`. */
export type InstanceSnapshotArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * A snapshot of an instance (Linode API v4, Backup View), taken when the resource is created, and again when an input changes. A
 * create waits until the instance is idle, and then until the snapshot is successful, for up to 120 minutes.
 *
 *     const before = new compute.InstanceSnapshot("before", { instanceId: web.id, label: "before", triggers: [release] });
 *
 * The service keeps one snapshot per instance. A new snapshot discards the previous one, and the next refresh removes the resource
 * that took the previous one from state. Deleting the resource only removes it from state, because a snapshot can be deleted only
 * together with all backups of the instance. Import ID: `instanceId/backupId`.
 */
export class InstanceSnapshot extends resourceClass<InstanceSnapshot, InstanceSnapshotArgs, InstanceSnapshotState>(
  instanceSnapshot,
) {
  /** Reads an existing snapshot that this stack does not manage; fails if no snapshot has this ID. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): InstanceSnapshot {
    return new InstanceSnapshot(name, {} as InstanceSnapshotArgs, { ...opts, id });
  }
}
