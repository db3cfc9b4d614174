import { notFound } from "../interface/errors";
import { forgetGrants } from "../access/grants";
import type { PokeKind } from "../public-types";
import type { GrantKind } from "../state/rows/account";
import type { Row, Table } from "../state/table";
import type { Tables } from "../state/tables";
import type { World } from "../world";

const TABLE_OF: { readonly [K in PokeKind]: keyof Tables } = {
  instance: "instances",
  domain: "domains",
  record: "records",
  disk: "disks",
  config: "configs",
  image: "images",
  database: "databases",
};

/**
 * What is deleted with a resource: tables, the index that finds their rows, and the resource type of their jobs
 * (Linode API v4, Linode Delete and Domain Delete).
 */
const OWNED: { readonly [K in PokeKind]?: ReadonlyArray<readonly [keyof Tables, string, string?]> } = {
  instance: [
    ["disks", "instance"],
    ["configs", "instance"],
    ["backups", "instance", "backup"],
  ],
  domain: [
    ["records", "domain"],
    ["zones", "domain"],
  ],
  database: [["databaseBackups", "database"]],
};

const GRANTED: readonly string[] = ["instance", "image", "domain", "database"] satisfies GrantKind[];

/** @throws ApiError 404 for an unknown resource type */
export function tableOf(world: World, kind: PokeKind): Table<Row> {
  if (!Object.hasOwn(TABLE_OF, kind)) throw notFound();
  // Safe: only rows read from the table are put back into it.
  return world.tables[TABLE_OF[kind]] as unknown as Table<Row>;
}

/**
 * A resource and its table.
 * @throws ApiError 404 when it does not exist.
 */
export function objectOf(world: World, kind: PokeKind, id: number): { readonly row: Row; readonly table: Table<Row> } {
  const table = tableOf(world, kind);
  const row = table.get(id);
  if (row === undefined) throw notFound();
  return { row, table };
}

/**
 * Deletes a resource immediately, with its jobs, its grants and everything that belongs to it.
 * @throws ApiError 404 when it does not exist.
 */
export function removeObject(world: World, kind: PokeKind, id: number): void {
  const { table } = objectOf(world, kind, id);
  for (const [owned, index, jobs] of OWNED[kind] ?? []) {
    for (const row of world.tables[owned].by(index, id)) {
      if (jobs !== undefined) world.progress.forget(jobs, row.id);
      world.tables[owned].delete(row.id);
    }
  }
  world.progress.forget(kind, id);
  if (isGranted(kind)) forgetGrants(world, kind, id);
  table.delete(id);
}

function isGranted(kind: PokeKind): kind is GrantKind {
  return GRANTED.includes(kind);
}
