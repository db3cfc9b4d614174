import { notFound, Problems } from "../interface/errors";
import { oneOf, parse } from "../interface/validation";
import type { JsonObject } from "../json";
import { isObject } from "../json";
import type { Shown } from "../service";
import type { Contents } from "./overview";
import { removeObject } from "../services/objects";
import type { Row } from "../state/table";
import type { World } from "../world";
import { today } from "../world";

/** A kind that can be changed out of band. */
type Changeable = Shown & Required<Pick<Shown, "outOfBand">>;

export function changeables(kinds: readonly Shown[]): Changeable[] {
  return kinds.filter((kind): kind is Changeable => kind.outOfBand !== undefined);
}

/**
 * All stored objects of one kind, oldest first, without secrets.
 * @throws ErrorResponse 404 for an unknown kind.
 */
export function list({ world, kinds }: Contents, noun: string): JsonObject[] {
  const shown = changeable(kinds, noun);
  return Array.from(world.store.table(shown.kind).all(), (row) => withoutSecrets(shown, row));
}

/**
 * Changes an object out of band and returns the result.
 * @throws ErrorResponse 404 if it does not exist, 400 for an invalid patch.
 */
export function poke({ world, kinds }: Contents, noun: string, id: number, patch: JsonObject): JsonObject {
  const shown = changeable(kinds, noun);
  const { kind, outOfBand } = shown;
  const row = objectOf(world, shown, id);
  const problems = new Problems();
  if (outOfBand.statuses !== undefined && world.profile !== "today")
    parse({ status: oneOf(...outOfBand.statuses) }, patch, problems);
  const { fields, act } = outOfBand.orders?.(patch, problems) ?? { fields: patch };
  problems.throwIfAny();
  outOfBand.before?.(world, row);
  // Jobs in progress would overwrite the status.
  if (fields["status"] !== undefined) world.progress.cancel(noun, id);
  act?.(world, row);
  const table = world.store.table(kind);
  const current = table.get(id) ?? row;
  const date = "updated" in current ? { updated: today(world) } : {};
  return withoutSecrets(shown, table.put({ ...current, ...date, ...knownFields(shown, current, fields) }));
}

/**
 * Deletes an object out of band, immediately and with everything that belongs to it.
 * @throws ErrorResponse 404 if it does not exist.
 */
export function remove({ world, kinds }: Contents, noun: string, id: number): void {
  const shown = changeable(kinds, noun);
  const row = objectOf(world, shown, id);
  shown.outOfBand.before?.(world, row);
  removeObject(world, shown.kind, id);
}

/** @throws ErrorResponse 404 for a kind that is unknown or cannot be changed */
function changeable(kinds: readonly Shown[], noun: string): Changeable {
  const found = changeables(kinds).find(({ kind }) => kind.noun === noun);
  if (found === undefined) throw notFound();
  return found;
}

/** @throws ErrorResponse 404 when it does not exist */
function objectOf(world: World, { kind }: Shown, id: number): Row {
  const row = world.store.table(kind).get(id);
  if (row === undefined) throw notFound();
  return row;
}

/** @throws ErrorResponse 400 for an unknown field, an ID, or a value of another type */
function knownFields({ outOfBand: { nullable = [] } }: Changeable, row: Row, patch: JsonObject): JsonObject {
  const problems = new Problems();
  const current = new Map<string, unknown>(Object.entries(row));
  for (const [name, value] of Object.entries(patch)) {
    const before = current.get(name);
    const isSame =
      value === null ? before === null || nullable.some((known) => known === name) : hasForm(before, value);
    if (!current.has(name) || name === "id" || name.endsWith("_id")) problems.add(name, "cannot be changed");
    else if (!isSame) problems.add(name, `Must be of type ${kindOf(before)}`);
  }
  problems.throwIfAny();
  return patch;
}

function withoutSecrets({ outOfBand: { secret = [] } }: Changeable, row: Row): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.some((hidden) => hidden === name)));
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
