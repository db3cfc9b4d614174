import type { Schema } from "./schema";
import { COUNT, DATE, DATE_OR_NULL, documented, ID, listOf, oneOf, TEXT, TEXT_OR_NULL } from "./schema";

const BACKUP_STATUS = oneOf(
  ...["paused", "pending", "running", "needsPostProcessing", "successful", "failed", "userAborted"],
);

const BACKUP_FIELDS = {
  id: ID,
  label: { ...TEXT_OR_NULL, minLength: 1, maxLength: 255 },
  type: oneOf("auto", "snapshot"),
  status: BACKUP_STATUS,
  created: DATE,
  // The documents don't mention null; the real service shows it until the backup is finished.
  finished: DATE_OR_NULL,
  updated: DATE,
  configs: listOf(TEXT),
  disks: listOf(documented({ filesystem: TEXT, label: TEXT, size: COUNT })),
};

/** A backup of an instance (Linode API v4, Backup View). */
export const BACKUP: Schema = documented(BACKUP_FIELDS);

/** null if there is no snapshot: not documented, but shown by the real service. */
const SNAPSHOT: Schema = { ...BACKUP, type: ["object", "null"] };

/** The backups of an instance (Linode API v4, Backups List). */
export const BACKUPS: Schema = documented({
  automatic: listOf(documented({ ...BACKUP_FIELDS, type: oneOf("auto") })),
  snapshot: documented({ current: SNAPSHOT, in_progress: SNAPSHOT }),
});
