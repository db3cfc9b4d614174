import { DOMAINS } from "../../access/guards";
import { domainEntity } from "../entities";
import { Problems, refused } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import type { DomainRow } from "./rows";
import { parse, requireFields, text } from "../../interface/validation";
import type { World } from "../../world";
import { TransferFailure } from "./transfer/failure";
import type { NameServer } from "./transfer/name-server";
import { parseNameServer } from "./transfer/name-server";
import { transferZone } from "./transfer/transfer";
import type { ZoneContent } from "./transfer/zone-content";
import { zoneContent } from "./transfer/zone-content";
import { checkDomainName, DOMAIN_NAME, UNSET_DOMAIN } from "./fields";
import { addDomain, viewDomain } from "./domains";
import { withoutConflicts } from "./record-conflicts";
import { readNewRecord } from "./record-fields";
import { addRecord } from "./records";
import { roundUpDomainSeconds } from "./time-values";

const SHAPE = { domain: DOMAIN_NAME, remote_nameserver: text(1) };

/** The field on which a failed transfer is reported. */
const SERVER = "remote_nameserver";

/** Domains: import by zone transfer (Linode API v4, Domain Import). */
export function domainImportRoutes(world: World): Route[] {
  return [
    {
      method: "POST",
      path: "/domains/import",
      access: DOMAINS.create,
      prepare: (call) => fetchZone(world, call),
      handle: (call) => viewDomain(world, importDomain(world, call, call.prepared as ZoneContent)),
    },
  ];
}

/** @throws ErrorResponse 400 if the zone cannot be transferred. */
async function fetchZone(world: World, call: Call): Promise<ZoneContent> {
  const { domain, server } = readRequest(world, call);
  try {
    return zoneContent(domain, await transferZone(domain, server, world.closing));
  } catch (error) {
    if (error instanceof TransferFailure) throw refused(error.message, SERVER);
    throw error;
  }
}

/** Stores the domain and its records, except those that a create request would reject. */
function importDomain(world: World, call: Call, zone: ZoneContent): DomainRow {
  // Checked again: another request may have taken the name during the transfer.
  const { domain } = readRequest(world, call);
  const row = addDomain(world, call, {
    ...UNSET_DOMAIN,
    domain,
    type: "master",
    soa_email: zone.soa_email,
    refresh_sec: roundUpDomainSeconds(world, zone.refresh_sec),
    retry_sec: roundUpDomainSeconds(world, zone.retry_sec),
    expire_sec: roundUpDomainSeconds(world, zone.expire_sec),
    ttl_sec: roundUpDomainSeconds(world, zone.ttl_sec),
  });
  const records = zone.records.flatMap((body) => {
    const problems = new Problems(world.documentedOnly);
    const fields = readNewRecord(row, body, "", problems);
    return problems.isEmpty ? fields : [];
  });
  for (const fields of withoutConflicts(records)) addRecord(world, row, fields);
  world.events.note("domain_import", domainEntity(row));
  return row;
}

function readRequest(world: World, call: Call): { readonly domain: string; readonly server: NameServer } {
  const problems = new Problems(world.documentedOnly);
  requireFields(["domain", SERVER], call.body, problems);
  const { domain = "", remote_nameserver = "" } = parse(SHAPE, call.body, problems);
  if (!problems.has("domain")) checkDomainName(world, domain, problems);
  const server = parseNameServer(remote_nameserver);
  if (server === undefined && !problems.has(SERVER)) problems.add(SERVER, `${SERVER} is not valid`);
  problems.throwIfAny();
  // Safe: a missing name server was rejected above.
  return { domain, server: server as NameServer };
}
