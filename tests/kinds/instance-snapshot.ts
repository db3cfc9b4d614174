import { anInstance, aSnapshot } from "../support/action-programs";
import { COUNT, DATE, documented, fields, ID, listOf, oneOf, orNull, TEXT } from "./schema";
import type { Schema } from "./schema";
import { TRIGGERS } from "./action";
import { specimen, TIMES } from "./specimen";

const BACKUP_STATUS = oneOf(
  ...["paused", "pending", "running", "needsPostProcessing", "successful", "failed", "userAborted"],
);

const BACKUP_FIELDS = {
  id: ID,
  label: { ...orNull(TEXT), minLength: 1, maxLength: 255 },
  type: oneOf("auto", "snapshot"),
  status: BACKUP_STATUS,
  created: DATE,
  // The documents don't mention null; the real service shows it until the backup is finished.
  finished: orNull(DATE),
  updated: DATE,
  configs: listOf(TEXT),
  disks: listOf(documented({ filesystem: TEXT, label: TEXT, size: COUNT })),
};

/** A backup of an instance (Linode API v4, Backup View). */
const BACKUP = documented(BACKUP_FIELDS);

/** null if there is no snapshot: not documented, but shown by the real service. */
const SNAPSHOT: Schema = { ...BACKUP, type: ["object", "null"] };

/** The backups of an instance (Linode API v4, Backups List). */
const BACKUPS = documented({
  automatic: listOf(documented({ ...BACKUP_FIELDS, type: oneOf("auto") })),
  snapshot: documented({ current: SNAPSHOT, in_progress: SNAPSHOT }),
});

export default specimen("InstanceSnapshot", {
  async needs(service) {
    const instanceId = await anInstance(service, "web");
    await aSnapshot(service, instanceId, "mine");
    return { instanceId, label: "mine" };
  },
  event: "compute_snapshot",
  variants: [{ ...TRIGGERS, instanceId: [12, "13"], label: ["before", "after"] }],
  shows: () => ({
    ...TIMES,
    type: "snapshot",
    status: "successful",
    configs: ["My Debian"],
    disks: [{ label: "Debian", size: 25_000, filesystem: "ext4" }],
    finished: TIMES.created,
  }),
  wire: {
    "GET /compute/instances/{}/backups": { answer: BACKUPS },
    "POST /compute/instances/{}/backups": { body: fields("label"), answer: BACKUP },
    "GET /compute/instances/{}/backups/{}": { answer: BACKUP },
  },
});
