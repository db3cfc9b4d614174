import type { Schema } from "./schema";
import {
  COUNT,
  DATE,
  DATE_OR_NULL,
  documented,
  FLAG,
  ID,
  INTEGER,
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
