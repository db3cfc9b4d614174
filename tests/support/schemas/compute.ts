import type { Schema } from "./schema";
import {
  COUNT,
  DATE,
  DATE_OR_NULL,
  documented,
  FLAG,
  ID,
  INTEGER,
  listOf,
  oneOf,
  TAGS,
  TEXT,
  text,
  TEXT_OR_NULL,
} from "./schema";

const STATUS = oneOf(
  ...["running", "offline", "booting", "rebooting", "shutting_down", "provisioning", "deleting", "migrating"],
  ...["rebuilding", "cloning", "restoring", "stopped"],
);

/** A compute instance (Linode API v4, Linode Instances). */
export const INSTANCE: Schema = documented({
  id: ID,
  label: text(3, 64),
  group: TEXT,
  tags: TAGS,
  region: TEXT,
  type: TEXT,
  image: { ...TEXT_OR_NULL, pattern: "^(compute/|private/\\d+$)" },
  status: STATUS,
  hypervisor: oneOf("kvm"),
  created: DATE,
  updated: DATE,
  ipv4: { type: "array", items: { type: "string", format: "ipv4" }, uniqueItems: true },
  ipv6: { type: ["string", "null"], pattern: "^[0-9a-f:]+/128$" },
  specs: documented({ disk: COUNT, memory: COUNT, transfer: COUNT, vcpus: COUNT }),
  alerts: documented({
    cpu: INTEGER,
    io: INTEGER,
    network_in: INTEGER,
    network_out: INTEGER,
    transfer_quota: INTEGER,
  }),
  // The documents don't specify the value before there is a backup or a schedule; the real service shows null.
  backups: documented({
    enabled: FLAG,
    last_successful: DATE_OR_NULL,
    schedule: documented({ day: TEXT_OR_NULL, window: TEXT_OR_NULL }),
  }),
  watchdog_enabled: FLAG,
});

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

/**
 * An image (Linode API v4, Images). Its eol and vendor are null on a private image, and on a distribution without an end of life.
 */
export const IMAGE: Schema = documented({
  id: { type: "string", pattern: "^(compute/.+|private/\\d+)$" },
  label: TEXT,
  description: { ...TEXT_OR_NULL, minLength: 1, maxLength: 65_000 },
  created: DATE,
  updated: DATE,
  created_by: TEXT,
  deprecated: FLAG,
  eol: DATE_OR_NULL,
  expiry: DATE_OR_NULL,
  is_public: FLAG,
  size: COUNT,
  status: oneOf("creating", "pending_upload", "available"),
  type: oneOf("manual", "automatic"),
  vendor: TEXT_OR_NULL,
});

/** The response to the creation of an upload (Linode API v4, Images). */
export const UPLOAD: Schema = documented({ image: IMAGE, upload_to: { type: "string", format: "uri" } });

const RESOLVERS: Schema = { type: "string", pattern: "^[0-9a-f.:]+(,[0-9a-f.:]+)*$" };

/** A data center region (Linode API v4, Regions). */
export const REGION: Schema = documented({
  id: TEXT,
  country: TEXT,
  capabilities: listOf(TEXT),
  resolvers: documented({ ipv4: RESOLVERS, ipv6: RESOLVERS }),
  status: oneOf("ok", "outage"),
});
