import { DOMAINS } from "../../access/guards";
import { domainEntity } from "../entities";
import { listOf } from "../../interface/envelope";
import { notFound, Problems } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { del, get, idOf, post, put } from "../../interface/router";
import type { DomainRow, RecordRow } from "./rows";
import { records } from "./rows";
import type { World } from "../../world";
import { today } from "../../world";
import { domainOf } from "./domains";
import { checkConflicts } from "./record-conflicts";
import type { RecordFields } from "./record-fields";
import { readChangedRecord, readNewRecord } from "./record-fields";
import { roundRecordTtl } from "./time-values";
import { beforeZoneChange } from "./zone-rendering";

/** The documented filterable field, `tag` (Linode API v4, Domain Records), and three others that clients use. */
const FILTERABLE = ["tag", "name", "type", "target"];

/** Domain records: list, create, view, update, delete (Linode API v4, Domain Records). */
export function recordRoutes(world: World): Route[] {
  return [
    get("/domains/{id}/records", DOMAINS.view, (call) =>
      listOf(world, call, records.in(world).by("domain", domainOf(world, call).id), FILTERABLE, viewRecord),
    ),
    post("/domains/{id}/records", DOMAINS.change, (call) => {
      const domain = domainOf(world, call);
      const problems = new Problems(world.documentedOnly);
      refuseInSlave(domain, problems);
      const fields = readNewRecord(domain, call.body, call.remoteAddress, problems);
      checkConflicts(world, domain, fields, problems);
      problems.throwIfAny();
      beforeZoneChange(world, domain);
      world.events.note("domain_record_create", domainEntity(domain));
      return viewRecord(addRecord(world, domain, fields));
    }),
    get("/domains/{id}/records/{recordId}", DOMAINS.view, (call) => viewRecord(recordOf(world, call).row)),
    put("/domains/{id}/records/{recordId}", DOMAINS.change, (call) => {
      const { domain, row } = recordOf(world, call);
      const problems = new Problems(world.documentedOnly);
      refuseInSlave(domain, problems);
      const fields = readChangedRecord(domain, row, call.body, call.remoteAddress, problems);
      checkConflicts(world, domain, fields, problems, row.id);
      problems.throwIfAny();
      beforeZoneChange(world, domain);
      world.events.note("domain_record_updated", domainEntity(domain));
      return viewRecord(records.in(world).put({ ...row, ...stored(world, fields), updated: today(world) }));
    }),
    del("/domains/{id}/records/{recordId}", DOMAINS.change, (call) => {
      const { domain, row } = recordOf(world, call);
      beforeZoneChange(world, domain);
      records.in(world).delete(row.id);
      world.events.note("domain_record_delete", domainEntity(domain));
      return {};
    }),
  ];
}

/** The documents call a slave a read-only copy (Linode API v4, Domains), but say of no request that it is rejected. */
function refuseInSlave({ type }: DomainRow, problems: Problems): void {
  if (type === "slave") problems.addUndocumented("domain", "Records of a slave domain come from its master");
}

export function addRecord(world: World, domain: DomainRow, fields: RecordFields): RecordRow {
  const dates = { created: today(world), updated: today(world) };
  return records.in(world).add({ domain_id: domain.id, ...stored(world, fields), ...dates });
}

function stored(world: World, fields: RecordFields): RecordFields {
  return { ...fields, ttl_sec: roundRecordTtl(world, fields.ttl_sec) };
}

function recordOf(world: World, call: Call): { readonly domain: DomainRow; readonly row: RecordRow } {
  const domain = domainOf(world, call);
  const row = records.in(world).get(idOf(call, "recordId"));
  if (row?.domain_id !== domain.id) throw notFound();
  return { domain, row };
}

/** A record in API responses (Linode API v4, Domain Records). */
function viewRecord({ domain_id: _domainId, ...shown }: RecordRow): unknown {
  return shown;
}
