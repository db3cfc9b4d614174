import type * as pulumi from "@pulumi/pulumi";
import { instanceSnapshot } from "../../resources/instance-snapshot";
import type { InstanceSnapshotArgs as Plain, InstanceSnapshotState } from "../../resources/instance-snapshot";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { InstanceSnapshotState } from "../../resources/instance-snapshot";

/** Arguments of an `InstanceSnapshot`. */
export type InstanceSnapshotArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * A snapshot of an instance (Linode API v4, Backup View), taken when the resource is created and again when an argument changes.
 * Its create waits until the instance is idle, and then until the snapshot is successful, for 120 minutes.
 *
 *     const before = new compute.InstanceSnapshot("before", { instanceId: web.id, label: "before", triggers: [release] });
 *
 * The service keeps one snapshot for each instance: a new one makes the previous one disappear, and with it, at the next
 * refresh, the resource that took it. Deleting the resource only forgets the snapshot: the only way to delete it would delete all
 * backups of the instance. Import id: `instanceId/backupId`.
 */
export class InstanceSnapshot extends resourceClass<InstanceSnapshot, InstanceSnapshotArgs, InstanceSnapshotState>(
  instanceSnapshot,
) {
  /** Reads an existing snapshot that this stack does not manage; fails if there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): InstanceSnapshot {
    return new InstanceSnapshot(name, {} as InstanceSnapshotArgs, { ...opts, id });
  }
}
