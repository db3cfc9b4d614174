import type { Problems } from "../errors";
import type { Field, JsonObject } from "../validation";
import { flag, integer, isObject, list, object, oneOf, pattern, tags, text } from "../validation";
import type { World } from "../world";

/** Label: 3..64 (document 1, Limits); letters, digits and single separators inside. */
const LABEL = /^[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*$/;
const LABEL_REASON = "Must only use ASCII letters, numbers, and single dashes, underscores and periods between them";

/** The label of an instance. */
const instanceLabel = pattern(text(3, 64), LABEL, LABEL_REASON);

/** Days of the backup schedule; the documents leave the values open. */
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Two-hour windows of the backup schedule, by the hour at which they begin. */
const WINDOWS = Array.from({ length: 12 }, (_, index) => `W${2 * index}`);

/** The body of a create request (document 1, Instance create request). */
export const CREATE_SHAPE = {
  region: text(),
  type: text(),
  label: instanceLabel,
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
  interfaces: list(
    object({ purpose: oneOf("public", "vlan"), label: text(0, 64), ipam_address: text() }),
    3, // document 1, Limits
  ),
};

/** The body of an update request (document 1, Instances). Percentages and rates; 0 switches an alert off. */
export const UPDATE_SHAPE = {
  label: instanceLabel,
  group: text(),
  tags,
  watchdog_enabled: flag(),
  alerts: object({
    cpu: integer(0, 4800),
    io: integer(0),
    network_in: integer(0),
    network_out: integer(0),
    transfer_quota: integer(0),
  }),
  backups: object({ schedule: object({ day: oneOf(...DAYS), window: oneOf(...WINDOWS) }) }),
};

/** Notes a label that another instance has. The documents do not ask for unique labels; the real service does. */
export function checkUniqueLabel(world: World, label: string | undefined, problems: Problems, ownId?: number): void {
  if (label === undefined) return;
  const others = world.tables.instances.by("label", label).filter((row) => row.id !== ownId);
  if (others.length > 0) problems.add("label", `Label must be unique among your ${world.brand.word}s`);
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
