import { notFound, Problems } from "./errors";
import type { PokeKind } from "./public-types";
import { changeInstance, INSTANCE, losePower } from "./services/instance-state";
import type { InstanceRow, Tables } from "./tables";
import type { Row, Table } from "./table";
import type { JsonObject } from "./validation";
import { flag, oneOf, parse } from "./validation";
import type { World } from "./world";

/** Every status of an instance (document 1, Instance). */
const STATUSES = [
  ...["running", "offline", "booting", "rebooting", "shutting_down", "provisioning", "deleting", "migrating"],
  ...["rebuilding", "cloning", "restoring", "stopped"],
];

const INSTANCE_POKES = { status: oneOf(...STATUSES), power: oneOf("on", "off"), powerLoss: flag() };

const TABLE_OF: { readonly [K in PokeKind]: keyof Tables } = {
  instance: "instances",
  domain: "domains",
  record: "records",
  disk: "disks",
  config: "configs",
};

/**
 * Changes an object behind the interface's back, and returns what is stored then.
 * @throws ApiError 404 or 400.
 */
export function poke(world: World, kind: PokeKind, id: number, patch: JsonObject): JsonObject {
  const table = (Object.hasOwn(TABLE_OF, kind) ? world.tables[TABLE_OF[kind]] : undefined) as Table<Row> | undefined;
  const row = table?.get(id);
  if (table === undefined || row === undefined) throw notFound();
  if (kind === INSTANCE) pokeInstance(world, row as InstanceRow, patch);
  const { power: _power, powerLoss: _powerLoss, status, ...fields } = patch;
  if (status !== undefined && kind !== INSTANCE) fields["status"] = status;
  const current = table.get(id) ?? row;
  const changed = { ...current, ...knownFields(current, fields) };
  return { ...table.put(changed) };
}

function pokeInstance(world: World, row: InstanceRow, patch: JsonObject): void {
  const problems = new Problems();
  const { status, power, powerLoss } = parse(INSTANCE_POKES, patch, problems);
  problems.throwIfAny();
  if (powerLoss === true) return losePower(world, row);
  const wanted = status ?? (power === undefined ? undefined : power === "on" ? "running" : "offline");
  if (wanted === undefined) return;
  // What was in progress would only change it back.
  world.progress.cancel(INSTANCE, row.id);
  changeInstance(world, row, { status: wanted });
}

/** Only fields that the object has, with values of the kind that they have. */
function knownFields(row: Row, patch: JsonObject): JsonObject {
  const problems = new Problems();
  const current = new Map<string, unknown>(Object.entries(row));
  for (const [name, value] of Object.entries(patch)) {
    const before = current.get(name);
    const isSame = before === null || value === null || kindOf(before) === kindOf(value);
    if (!current.has(name) || name === "id" || name.endsWith("_id")) problems.add(name, "cannot be changed");
    else if (!isSame) problems.add(name, `Must be of type ${kindOf(before)}`);
  }
  problems.throwIfAny();
  return patch;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}
