import type { Problems } from "../../interface/errors";
import type { JsonObject } from "../../json";
import type { Field } from "../../interface/validation";
import { isObject, sent } from "../../json";
import {
  flag,
  integer,
  list,
  object,
  oneOf,
  pattern,
  requireFields,
  tags,
  text,
  undocumented,
} from "../../interface/validation";
import type { World } from "../../world";
import type { InstanceRow } from "./rows";
import { instances } from "./rows";
import { UNCHOSEN } from "./backup-schedule";
import { INTERFACES } from "./interfaces";

/** Letters and digits, with single separators between them. The documents restrict only the length. */
const LABEL = /^[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*$/;
const LABEL_REASON = "Must only use ASCII letters, numbers, and single dashes, underscores and periods between them";

/** The label of an instance: 3 to 64 characters (Linode API v4, Linode Instances). */
export const INSTANCE_LABEL = undocumented(pattern(text(3, 64), LABEL, LABEL_REASON), text(3, 64));

/** Days of the backup schedule. The documents do not list the values. */
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Two-hour windows of the backup schedule, named after the hour at which they start. */
const WINDOWS = Array.from({ length: 12 }, (_, index) => `W${2 * index}`);

/** The body of a create request (Linode API v4, Linode Create). */
export const CREATE_SHAPE = {
  region: text(),
  type: text(),
  label: INSTANCE_LABEL,
  group: text(),
  tags,
  image: text(),
  root_pass: text(7, 128),
  authorized_keys: list(text()),
  authorized_users: list(text()),
  stackscript_id: integer(),
  stackscript_data: anyObject(),
  swap_size: integer(0),
  backup_id: integer(),
  backups_enabled: flag(),
  booted: flag(),
  private_ip: flag(),
  interfaces: INTERFACES,
};

/** A root user's password (Linode API v4, Linode Create); the service of today requires 11 characters. */
export function rootPass({ profile }: World): Field<string> {
  return text(profile === "today" ? 11 : 7, 128);
}

/**
 * Adds a problem for an image without a password (Linode API v4, Linode Create). For the service of today, keys of the root user are
 * as good.
 */
export function requireAccess({ profile }: World, body: JsonObject, problems: Problems): void {
  if (profile === "documents") return requireFields(["root_pass"], body, problems);
  const given = ["root_pass", "authorized_keys", "authorized_users"].map((field) => sent(body, field));
  if (given.some((one) => (Array.isArray(one) ? one.length > 0 : (one ?? null) !== null))) return;
  problems.items.push({ reason: "Must provide valid root_pass, authorized_keys, or authorized_users" });
}

/** A percentage or a rate; 0 disables the alert. The documents give no bounds. */
const alert = (max?: number) => undocumented(integer(0, max), integer());

/** The body of an update request (Linode API v4, Linode Update). */
export const UPDATE_SHAPE = {
  label: INSTANCE_LABEL,
  group: text(),
  tags,
  watchdog_enabled: flag(),
  alerts: object({
    cpu: alert(4800),
    io: alert(),
    network_in: alert(),
    network_out: alert(),
    transfer_quota: alert(),
  }),
  backups: object({
    schedule: object({
      day: undocumented<string>(oneOf(...DAYS, UNCHOSEN), text()),
      window: undocumented(oneOf(...WINDOWS, UNCHOSEN), text()),
    }),
  }),
};

/** Adds a problem for `Scheduling` unless it is the current value: it cannot be chosen, but a client may send it back. */
export function checkSchedule(
  { backups: { schedule: shown } }: InstanceRow,
  { day, window }: { readonly day?: string; readonly window?: string },
  problems: Problems,
): void {
  if (day === UNCHOSEN && shown.day !== UNCHOSEN) {
    problems.addUndocumented("backups.schedule.day", `Must be one of ${DAYS.join(", ")}`);
  }
  if (window === UNCHOSEN && shown.window !== UNCHOSEN) {
    problems.addUndocumented("backups.schedule.window", `Must be one of ${WINDOWS.join(", ")}`);
  }
}

/**
 * Adds a problem for a label that another instance has. The documents do not require unique labels; the real service does, except
 * for instances that are being deleted.
 */
export function checkUniqueLabel(world: World, label: string | undefined, problems: Problems, ownId?: number): void {
  if (label === undefined) return;
  const others = instances
    .in(world)
    .by("label", label)
    .filter((row) => row.id !== ownId && row.status !== "deleting");
  if (others.length > 0) problems.addUndocumented("label", `Label must be unique among your ${world.brand.word}s`);
}

function anyObject(): Field<JsonObject> {
  return {
    nullable: false,
    read: (value, name, problems) => {
      if (isObject(value)) return value;
      problems.add(name, "Must be of type Object");
      return undefined;
    },
  };
}
