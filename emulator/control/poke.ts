import { Problems } from "../interface/errors";
import { objectOf, removeObject, tableOf } from "../services/objects";
import type { PokeKind } from "../public-types";
import { INSTANCE, losePower } from "../services/instances/state";
import { beforeZoneChange } from "../services/domains/zone-rendering";
import type { RecordRow } from "../state/rows/domains";
import type { InstanceRow } from "../state/rows/instances";
import type { Row } from "../state/table";
import type { JsonObject } from "../json";
import { isObject } from "../json";
import { flag, oneOf, parse } from "../interface/validation";
import type { World } from "../world";
import { today } from "../world";

/** The documented statuses. The documents do not give those of disks. */
const STATUSES: { readonly [K in PokeKind]?: readonly string[] } = {
  instance: [
    "running",
    "offline",
    "booting",
    "rebooting",
    "shutting_down",
    "provisioning",
    "deleting",
    "migrating",
    "rebuilding",
    "cloning",
    "restoring",
    "stopped",
  ],
  domain: ["active", "disabled"],
  image: ["creating", "pending_upload", "available"],
  database: [
    "provisioning",
    "active",
    "suspending",
    "suspended",
    "resuming",
    "restoring",
    "failed",
    "degraded",
    "updating",
    "backing_up",
  ],
};

/** The fields that are nullable in the documents. No other field can be set to null. */
const NULLABLE = ["description", "image", "ipv6", "service", "protocol", "tag", "last_booted_config"];

const SECRETS = ["password", "upload"];

const POWER = { power: oneOf("on", "off"), powerLoss: flag() };

/**
 * All stored resources of one type, oldest first, without secrets.
 * @throws ApiError 404 for an unknown type.
 */
export function list(world: World, kind: PokeKind): JsonObject[] {
  return Array.from(tableOf(world, kind).all(), withoutSecrets);
}

/**
 * Changes a resource out of band and returns the result.
 * @throws ApiError 404 if it does not exist, 400 for an invalid patch.
 */
export function poke(world: World, kind: PokeKind, id: number, patch: JsonObject): JsonObject {
  const { row, table } = objectOf(world, kind, id);
  const problems = new Problems();
  const statuses = STATUSES[kind];
  if (statuses !== undefined) parse({ status: oneOf(...statuses) }, patch, problems);
  const { power, powerLoss } = kind === INSTANCE ? parse(POWER, patch, problems) : {};
  problems.throwIfAny();
  const { power: _power, powerLoss: _powerLoss, ...fields } = patch;
  if (power !== undefined) fields["status"] ??= power === "on" ? "running" : "offline";
  noteZoneChange(world, kind, row);
  // Jobs in progress would overwrite the status.
  if (fields["status"] !== undefined) world.progress.cancel(kind, id);
  if (powerLoss === true) losePower(world, row as InstanceRow);
  const current = table.get(id) ?? row;
  const date = "updated" in current ? { updated: today(world) } : {};
  return withoutSecrets(table.put({ ...current, ...date, ...knownFields(current, fields) }));
}

/**
 * Deletes a resource out of band, immediately and with everything that belongs to it.
 * @throws ApiError 404 if it does not exist.
 */
export function remove(world: World, kind: PokeKind, id: number): void {
  noteZoneChange(world, kind, objectOf(world, kind, id).row);
  removeObject(world, kind, id);
}

/** The name servers serve an out-of-band change with the usual delay. */
function noteZoneChange(world: World, kind: PokeKind, row: Row): void {
  const id = kind === "domain" ? row.id : kind === "record" ? (row as RecordRow).domain_id : Number.NaN;
  const domain = world.tables.domains.get(id);
  if (domain !== undefined) beforeZoneChange(world, domain);
}

/** @throws ApiError 400 for an unknown field, an ID, or a value of another type */
function knownFields(row: Row, patch: JsonObject): JsonObject {
  const problems = new Problems();
  const current = new Map<string, unknown>(Object.entries(row));
  for (const [name, value] of Object.entries(patch)) {
    const before = current.get(name);
    const isSame = value === null ? before === null || NULLABLE.includes(name) : hasForm(before, value);
    if (!current.has(name) || name === "id" || name.endsWith("_id")) problems.add(name, "cannot be changed");
    else if (!isSame) problems.add(name, `Must be of type ${kindOf(before)}`);
  }
  problems.throwIfAny();
  return patch;
}

/** Omits the password of a database and the upload URL of an image. */
function withoutSecrets(row: Row): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !SECRETS.includes(name)));
}

/** Whether the value can take the place of the current one: it has the same type, as do its items and its members that are not null. */
function hasForm(before: unknown, value: unknown): boolean {
  if (before === null) return !isObject(value);
  if (Array.isArray(before) && Array.isArray(value)) return value.every((item) => hasForm(before[0] ?? "", item));
  if (!isObject(before) || !isObject(value)) return kindOf(before) === kindOf(value);
  return Object.entries(before).every(([name, member]) => value[name] === null || hasForm(member, value[name]));
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}
