import { DOMAINS, guardsOf, INSTANCES } from "../access/guards";
import { datesNow, stored } from "../seed/seed";
import type { SeedList } from "../seed/seed";
import type { Service } from "../service";
import { shown } from "../service";
import type { CollectionSpec } from "../public-types";
import { domains } from "../services/domains/rows";
import { instances } from "../services/instances/rows";
import { serviceDate } from "../state/clock";
import type { Kind } from "../state/kind";
import { kind as kindOf } from "../state/kind";
import type { Collection, CollectionRow } from "./collection";
import { collectionRoutes, scopeOf, startStatuses } from "./collection";
import { declaredCollections } from "./declaration";

const FIRST_ID = 40_000_001;
const IDS_PER_COLLECTION = 1_000_000;

/**
 * The declared collections, each of which is served, stored, shown and copied like the emulator's own.
 * @throws Error for an invalid declaration
 */
export function collectionServices(option: unknown = {}): Service[] {
  const outer = new Map<string, Pick<Collection, "guards"> & { readonly kind: Kind; readonly spec?: CollectionSpec }>([
    ["/compute/instances", { kind: instances, guards: INSTANCES }],
    ["/domains", { kind: domains, guards: DOMAINS }],
  ]);
  return declaredCollections(option).map(([path, spec], index) => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/{id}")));
    const of = outer.get(parent);
    if (of === undefined && parent !== "") throw new Error(`collections: "${path}": ${parent} must be declared, too`);
    if (of?.spec?.id) throw new Error(`collections: "${path}": objects of ${parent} have no number as their ID`);
    const kind = kindOf<CollectionRow>({
      // Different from every table and control route of the emulator's own.
      table: `collections${path}`,
      noun: path,
      firstId: FIRST_ID + index * IDS_PER_COLLECTION,
      indexes: { parent: (row) => [row.parent_id] },
      ...(of && { of: { kind: of.kind, index: "parent" } }),
    });
    const own = guardsOf(path, scopeOf(path, spec), spec.grant);
    const { view, change } = of?.guards ?? own;
    const guards = of === undefined ? own : { list: view, view, change, create: change };
    const collection = { path, spec, kind, guards };
    outer.set(path, collection);
    return serviceOf(collection, parent);
  });
}

function serviceOf(collection: Collection, parent: string): Service {
  const { path, spec, kind } = collection;
  const { id, status: statuses, defaults = {} } = spec;
  const list = stored<CollectionRow>(
    kind,
    { path, ...(parent && { of: { path: parent, has: () => true } }) },
    (entry, { world, parentId }) => ({ ...defaults, ...datesNow(world), ...entry, parent_id: parentId }),
    (world, row) => startStatuses(world, collection, row),
  );
  const numbered: SeedList["put"] = (world, entry, parentId) =>
    list.put?.(world, { ...entry, id: kind.in(world).nextId() }, parentId);
  return {
    routes: [(world) => collectionRoutes(world, collection)],
    effects: [
      (world) => ({
        [kind.noun]: (id, data, at) => {
          const row = kind.in(world).get(id);
          if (row !== undefined) kind.in(world).put({ ...row, ...data, updated: serviceDate(at) });
        },
      }),
    ],
    shown: [
      shown(kind, {
        heading: path,
        title: ({ id, label }) => (typeof label === "string" ? label : String(id)),
        ...(statuses && { status: (row) => String(row["status"]) }),
        facts: { Created: (row) => String(row["created"]) },
        ...(parent && { nested: true }),
        outOfBand: statuses ? { statuses } : {},
      }),
    ],
    seeds: [id ? { ...list, put: numbered } : list],
  };
}
