import { defineAction } from "../definition/definition";
import { fields } from "../definition/outputs";
import { oneOf, text, ofText } from "../definition/types";
import { withoutUnset } from "../definition/values";
import type { Values } from "../definition/values";
import { canonicalBackupLabel } from "../normalise/backup-label";
import { activeDatabase, minutes, MONGO, sentOnly, triggers } from "./action-parts";
import { idInPath } from "./id-argument";
import { labelWithOtherCharacters } from "./instance-rules";

/**
 * Inputs of a `MongoDatabaseBackup` (Linode API v4, Managed MongoDB Database Backups). Changing any of them creates another backup
 * first.
 */
export interface MongoDatabaseBackupArgs {
  /** ID of the MongoDB database, as a number or a string: `database.id`. */
  databaseId: number | string;
  /**
   * Name of the backup: 3 to 64 characters. A preview warns about anything but letters, digits, and single `-`, `_` or `.` between
   * them. The API keeps only the letters and digits, at most 30 of them; labels that it would store identically are equivalent.
   */
  label: string;
  /** The node to back up: `primary` (default), or `secondary` in a cluster of 3 nodes. */
  target?: "primary" | "secondary";
  /** Any values; changing them creates another backup and deletes this one. Default none. */
  triggers?: unknown[];
}

/** Outputs of a `MongoDatabaseBackup` (Linode API v4, Managed MongoDB Database Backups). Its import ID is `databaseId/backupId`. */
export interface MongoDatabaseBackupState {
  /** As given: a number or a string. */
  databaseId: number | string;
  /** As stored by the API. */
  label: string;
  /** As given. */
  target: MongoDatabaseBackupArgs["target"];
  /** As given. */
  triggers: unknown[] | undefined;
  /** ID of the backup in the API, for `MongoDatabaseRestore`. */
  backupId: number;
  /** `snapshot`. */
  type: string;
  /** When it was created, in UTC. */
  created: string;
}

const makesAnother = { replaces: true, notice: "creates another backup, then deletes this one" } as const;
const BACKUPS = `${MONGO}/{databaseId}/backups`;

/**
 * An on-demand backup of a MongoDB database (Linode API v4, Managed MongoDB Database Backups). A create waits until the database is
 * active, and then until the backup is listed and the database is active again, for up to 30 minutes.
 *
 *     const backup = new compute.MongoDatabaseBackup("before", { databaseId: database.id, label: "before" });
 *
 * Every change creates another backup and then deletes this one. Import ID: `databaseId/backupId`.
 */
export const mongoDatabaseBackup = defineAction<MongoDatabaseBackupArgs, MongoDatabaseBackupState>({
  kind: "MongoDatabaseBackup",
  noun: "MongoDB database backup",
  describedIn: "Linode API v4, Managed MongoDB Database Backups",
  collection: BACKUPS,
  args: {
    databaseId: { ...idInPath, change: makesAnother },
    label: {
      type: text(3, 64),
      required: true,
      sent: { in: "create" },
      compare: { canonical: ofText(canonicalBackupLabel) },
      change: makesAnother,
      warning: labelWithOtherCharacters,
    },
    target: { ...sentOnly, type: oneOf("primary", "secondary"), change: makesAnother },
    triggers: { ...triggers, change: makesAnother },
  },
  outputs: { from: { backupId: { field: "id" }, ...fields("type", "created") }, readNeedsWrite: true },
  loses: { deleted: "the backup" },
  deadlines: minutes(30),
  action: {
    doing: "back up the database",
    lockKey: `${MONGO}/{databaseId}`,
    before: [activeDatabase()],
    body: ({ label, target }) => withoutUnset({ label, target }),
    evidence: {
      path: BACKUPS,
      isList: true,
      noneWhile: ["provisioning"],
      results: ({ data }, args) => snapshots(data).filter(({ label }) => !args || isStoredAs(label, args.label)),
      shows: "object",
    },
    after: [activeDatabase()],
    outcome: `${BACKUPS}/{id}`,
    deleting: "delete",
  },
});

/** The on-demand backups, the oldest first. */
function snapshots(data: unknown): Values[] {
  const listed = (Array.isArray(data) ? data : []) as Values[];
  return listed.filter(({ type }) => type === "snapshot").sort((a, b) => Number(a.id) - Number(b.id));
}

/** The API may shorten a label and drop characters. */
function isStoredAs(stored: unknown, label: unknown): boolean {
  return canonicalBackupLabel(String(stored)) === canonicalBackupLabel(String(label));
}
