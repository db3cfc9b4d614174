import { listOf } from "../envelope";
import { notFound } from "../errors";
import type { Call, Route } from "../router";
import { idOf } from "../router";
import type { RecordRow } from "../tables";
import type { World } from "../world";
import { today } from "../world";
import { domainOf } from "./domains";
import { readChangedRecord, readNewRecord } from "./record-fields";

/** Field that a list request can be filtered on (document 3, Domain record, F), and three that real clients filter on. */
const FILTERABLE = ["tag", "name", "type", "target"];

const READ = { scopes: ["domains:read_only"] };
const WRITE = { scopes: ["domains:read_write"] };

/** Domain records: list, create, view, update, delete (document 3, Endpoints). */
export function recordRoutes(world: World): Route[] {
  const { records } = world.tables;
  return [
    {
      method: "GET",
      path: "/domains/{id}/records",
      access: READ,
      handle: (call) => listOf(call, records.by("domain", domainOf(world, call).id), FILTERABLE, viewRecord),
    },
    {
      method: "POST",
      path: "/domains/{id}/records",
      access: WRITE,
      handle: (call) => {
        const domain = domainOf(world, call);
        const fields = readNewRecord(world, domain, call.body, call.remoteAddress);
        const dates = { created: today(world), updated: today(world) };
        return viewRecord(records.put({ id: records.nextId(), domain_id: domain.id, ...fields, ...dates }));
      },
    },
    {
      method: "GET",
      path: "/domains/{id}/records/{recordId}",
      access: READ,
      handle: (call) => viewRecord(recordOf(world, call)),
    },
    {
      method: "PUT",
      path: "/domains/{id}/records/{recordId}",
      access: WRITE,
      handle: (call) => {
        const row = recordOf(world, call);
        const fields = readChangedRecord(world, domainOf(world, call), row, call.body, call.remoteAddress);
        return viewRecord(records.put({ ...row, ...fields, updated: today(world) }));
      },
    },
    {
      method: "DELETE",
      path: "/domains/{id}/records/{recordId}",
      access: WRITE,
      handle: (call) => {
        records.delete(recordOf(world, call).id);
        return {};
      },
    },
  ];
}

function recordOf(world: World, call: Call): RecordRow {
  const domain = domainOf(world, call);
  const row = world.tables.records.get(idOf(call, "recordId"));
  if (row?.domain_id !== domain.id) throw notFound();
  return row;
}

/** A record as the interface shows it (document 3, Domain record). */
function viewRecord({ domain_id: _domainId, ...shown }: RecordRow): unknown {
  return shown;
}
