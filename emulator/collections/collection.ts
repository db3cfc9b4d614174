import type { Guards } from "../access/guards";
import { grantToCreator, visible } from "../access/grants";
import { listOf } from "../interface/envelope";
import { notFound, refused } from "../interface/errors";
import type { Call, Route } from "../interface/router";
import { del, get, post, put } from "../interface/router";
import type { JsonObject } from "../json";
import { datesNow } from "../seed/seed";
import { removeObject } from "../services/objects";
import type { CollectionSpec } from "../public-types";
import type { Kind, KindOf } from "../state/kind";
import type { Row } from "../state/table";
import type { World } from "../world";

/** An object of a declared collection: what was sent, and these fields. */
export interface CollectionRow extends Row {
  /** ID of the object that it belongs to, or 0. Responses do not show it. */
  readonly parent_id: number;
  readonly [field: string]: unknown;
}

export interface Collection {
  readonly path: string;
  readonly spec: CollectionSpec;
  readonly kind: KindOf<CollectionRow>;
  /** Inside another collection: those of the outermost one. */
  readonly guards: Guards;
}

const EVERY_FIELD = { includes: () => true };

export function collectionRoutes(world: World, collection: Collection): Route[] {
  const { kind, path, spec, guards } = collection;
  const { id: ids = ["id"], apart = [], actions = {}, defaults = {}, status } = spec;
  const rows = kind.in(world);
  const parts = [...(spec.parts ?? []), ...apart];
  const [list, item] = [withNames(path), withNames(`${path}${"/{id}".repeat(ids.length)}`)];
  const hidden = ["parent_id", ...apart, ...(spec.id ? ["id"] : [])];
  const view = (row: CollectionRow): unknown => without(row, hidden);
  const set = Object.values(actions).flatMap((fields) => (Array.isArray(fields) ? fields : Object.keys(fields)));
  const readOnly = ["id", "parent_id", "created", "updated", ...(status ? ["status"] : []), ...parts, ...set];
  const parentOf = (ids: readonly string[]) => (kind.of === undefined ? 0 : objectAt(world, kind.of.kind, ids).id);
  const found = ({ params }: Call): CollectionRow => {
    const given = Object.values(params);
    const own = given.splice(-ids.length);
    const row = rows
      .by("parent", parentOf(given))
      .find((one) => ids.every((field, index) => String(one[field]) === own[index]));
    if (row === undefined) throw notFound();
    return row;
  };
  const change = (call: Call, fields: JsonObject): CollectionRow => {
    const row = { ...found(call), ...fields, updated: datesNow(world).updated };
    requireUnique(world, collection, row);
    return rows.put(row);
  };
  return [
    get(list, guards.list, (call) => {
      const all = rows.by("parent", parentOf(Object.values(call.params)));
      return listOf(world, call, kind.of ? all : visible(world, call, kind.noun, all), EVERY_FIELD, view);
    }),
    post(list, guards.create, (call) => {
      const first = {
        id: rows.nextId(),
        parent_id: parentOf(Object.values(call.params)),
        ...(status && { status: status[0] }),
      };
      const empty = Object.fromEntries(apart.map((part) => [part, {}]));
      const row = { ...defaults, ...call.body, ...empty, ...first, ...datesNow(world) };
      requireUnique(world, collection, row);
      if (kind.of === undefined) grantToCreator(world, call, kind.noun, row.id);
      startStatuses(world, collection, row);
      return view(rows.put(row));
    }),
    get(item, guards.view, (call) => view(found(call))),
    put(item, guards.change, (call) => view(change(call, without(call.body, readOnly)))),
    del(item, guards.change, (call) => {
      removeObject(world, kind, found(call).id);
      return {};
    }),
    ...parts.flatMap((part) => [
      get(`${item}/${part}`, guards.view, (call) => {
        const { [part]: shown = apart.includes(part) ? undefined : {} } = found(call);
        if (shown === undefined) throw notFound();
        return shown;
      }),
      put(`${item}/${part}`, guards.change, (call) => change(call, { [part]: call.body })[part]),
    ]),
    ...Object.entries(actions).map(([name, fields]) =>
      post(`${item}/${name}`, guards.change, (call) =>
        view(change(call, Array.isArray(fields) ? sentOf(call.body, fields) : fields)),
      ),
    ),
  ];
}

/** The path with a name of its own for each ID. */
function withNames(path: string): string {
  let count = 0;
  return path.replaceAll("{id}", () => ((count += 1) === 1 ? "{id}" : `{id${count}}`));
}

/**
 * The object at a path with these IDs.
 * @throws ErrorResponse 404 if one does not exist, or does not belong to the one before it
 */
function objectAt(world: World, kind: Kind, ids: readonly string[]): Row {
  const row = world.store.table(kind).get(Number(ids.at(-1)));
  if (row === undefined) throw notFound();
  if (kind.of === undefined) return row;
  const parent = objectAt(world, kind.of.kind, ids.slice(0, -1));
  if (kind.indexes?.[kind.of.index]?.(row).includes(parent.id) !== true) throw notFound();
  return row;
}

/** @throws ErrorResponse 400 if another object of the same parent has the values of unique fields */
function requireUnique(world: World, { kind, spec: { id = [], unique = [] } }: Collection, row: CollectionRow): void {
  const others = kind.in(world).by("parent", row.parent_id);
  const isSame = (field: string, { [field]: value = null }: CollectionRow) => value !== null && value === row[field];
  const isTaken = (fields: readonly string[]) =>
    fields.length > 0 && others.some((one) => one.id !== row.id && fields.every((field) => isSame(field, one)));
  const taken = [id, ...unique.map((field) => [field])].find(isTaken);
  const names = taken?.join(" and ") ?? "";
  if (taken) throw refused(`${names.charAt(0).toUpperCase()}${names.slice(1)} must be unique`, taken[0]);
}

function sentOf(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

function without(body: Readonly<JsonObject>, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Group of the scopes of a collection that is not inside another. */
export function scopeOf(path: string, { scope }: CollectionSpec): string {
  return scope ?? path.split("/")[1] ?? "";
}

/** Starts the job that takes an object through its remaining statuses, to the last in the time that a new instance takes. */
export function startStatuses(world: World, { kind, spec: { status = [] } }: Collection, row: CollectionRow): void {
  const current = status.findIndex((one) => one === row["status"]);
  const rest = current < 0 ? [] : status.slice(current + 1);
  const share = world.provisionMs / rest.length;
  const steps = rest.map((next, index) => {
    return { afterMs: Math.round(share * (index + 1)), effect: kind.noun, data: { status: next } };
  });
  if (steps.length > 0) world.progress.start(kind.noun, row.id, "create", steps);
}
