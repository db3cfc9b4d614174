import { DOMAINS } from "../../access/guards";
import { domainEntity } from "../entities";
import { listOf } from "../../interface/envelope";
import { notFound } from "../../interface/errors";
import { grantToCreator, visible } from "../../access/grants";
import { removeObject } from "../objects";
import type { Call, Route } from "../../interface/router";
import { del, get, idOf, post, put } from "../../interface/router";
import type { DomainRow } from "./rows";
import { domains } from "./rows";
import type { World } from "../../world";
import { today } from "../../world";
import type { DomainFields } from "./fields";
import { readChangedDomain, readNewDomain } from "./fields";
import { beforeZoneChange } from "./zone-rendering";

/** Filterable fields (Linode API v4, Domains). */
const FILTERABLE = ["domain", "group", "tags"];

/** Domains: list, create, view, update, delete (Linode API v4, Domains). */
export function domainRoutes(world: World): Route[] {
  const view = (row: DomainRow) => viewDomain(world, row);
  return [
    get("/domains", DOMAINS.list, (call) =>
      listOf(world, call, visible(world, call, "domain", domains.in(world).all()), FILTERABLE, view),
    ),
    post("/domains", DOMAINS.create, (call) => {
      const row = addDomain(world, call, readNewDomain(world, call));
      world.events.note("domain_create", domainEntity(row));
      return view(row);
    }),
    get("/domains/{id}", DOMAINS.view, (call) => view(domainOf(world, call))),
    put("/domains/{id}", DOMAINS.change, (call) => {
      const before = domainOf(world, call);
      const fields = readChangedDomain(world, before, call);
      beforeZoneChange(world, before);
      const row = domains.in(world).put({ ...before, ...fields, updated: today(world) });
      world.events.note("domain_update", domainEntity(row));
      return view(row);
    }),
    del("/domains/{id}", DOMAINS.change, (call) => deleteDomain(world, domainOf(world, call))),
  ];
}

/** The domain in the path. */
export function domainOf(world: World, call: Call): DomainRow {
  const row = domains.in(world).get(idOf(call));
  if (row === undefined) throw notFound();
  return row;
}

/** Stores a new domain and grants its creator access. */
export function addDomain(world: World, call: Call, fields: DomainFields): DomainRow {
  const dates = { created: today(world), updated: today(world) };
  const row = domains.in(world).add({ ...fields, ...dates });
  grantToCreator(world, call, "domain", row.id);
  beforeZoneChange(world, row);
  return row;
}

/** Also deletes its records (Linode API v4, Domain Delete). */
function deleteDomain(world: World, row: DomainRow): unknown {
  removeObject(world, domains, row.id);
  world.events.note("domain_delete", domainEntity(row));
  return {};
}

/** A domain in API responses (Linode API v4, Domains). */
export function viewDomain(world: World, row: DomainRow): unknown {
  if (world.brand.showsUndocumentedFields) return { ...row, errors: "" };
  const { created: _created, updated: _updated, ...shown } = row;
  return shown;
}
