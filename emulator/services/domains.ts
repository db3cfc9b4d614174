import { listOf } from "../envelope";
import { notFound } from "../errors";
import type { Call, Route } from "../router";
import { idOf } from "../router";
import type { DomainRow } from "../tables";
import type { World } from "../world";
import { today } from "../world";
import { readChangedDomain, readNewDomain } from "./domain-fields";

/** Fields that a list request can be filtered on (document 3, Domain, F). */
const FILTERABLE = ["domain", "group", "tags"];

const READ = { scopes: ["domains:read_only"] };
const WRITE = { scopes: ["domains:read_write"] };

/** Domains: list, create, view, update, delete (document 3, Endpoints). */
export function domainRoutes(world: World): Route[] {
  const { domains } = world.tables;
  const view = (row: DomainRow) => viewDomain(world, row);
  return [
    {
      method: "GET",
      path: "/domains",
      access: READ,
      handle: (call) => listOf(call, domains.all(), FILTERABLE, view),
    },
    {
      method: "POST",
      path: "/domains",
      access: WRITE,
      handle: (call) => {
        const fields = readNewDomain(world, call.body);
        return view(domains.put({ id: domains.nextId(), ...fields, created: today(world), updated: today(world) }));
      },
    },
    {
      method: "GET",
      path: "/domains/{id}",
      access: READ,
      handle: (call) => view(domainOf(world, call)),
    },
    {
      method: "PUT",
      path: "/domains/{id}",
      access: WRITE,
      handle: (call) => {
        const row = domainOf(world, call);
        return view(domains.put({ ...row, ...readChangedDomain(world, row, call.body), updated: today(world) }));
      },
    },
    {
      method: "DELETE",
      path: "/domains/{id}",
      access: WRITE,
      handle: (call) => deleteDomain(world, domainOf(world, call)),
    },
  ];
}

/** The domain that a path names. */
export function domainOf(world: World, call: Call): DomainRow {
  const row = world.tables.domains.get(idOf(call));
  if (row === undefined) throw notFound();
  return row;
}

/** Deletes its records, too (document 3, rule 2). */
function deleteDomain(world: World, row: DomainRow): unknown {
  for (const record of world.tables.records.by("domain", row.id)) world.tables.records.delete(record.id);
  world.tables.domains.delete(row.id);
  return {};
}

/** A domain as the interface shows it (document 3, Domain). */
function viewDomain(world: World, row: DomainRow): unknown {
  if (world.brand.showsUndocumentedFields) return { ...row, errors: "" };
  const { created: _created, updated: _updated, ...shown } = row;
  return shown;
}
