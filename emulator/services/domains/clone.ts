import { DOMAINS } from "../../access/guards";
import { domainEntity } from "../entities";
import { Problems } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { post } from "../../interface/router";
import type { DomainRow } from "./rows";
import { records } from "./rows";
import { parse, requireFields } from "../../interface/validation";
import type { World } from "../../world";
import { checkDomainName, DOMAIN_NAME } from "./fields";
import { addDomain, domainOf, viewDomain } from "./domains";
import { addRecord } from "./records";

const SHAPE = { domain: DOMAIN_NAME };

/** Cloning reads one domain and creates another. */
const CLONE = { ...DOMAINS.view, ...DOMAINS.create };

/** Domains: clone (Linode API v4, Domain Clone). */
export function domainCloneRoutes(world: World): Route[] {
  return [
    post("/domains/{id}/clone", CLONE, (call) => viewDomain(world, cloneDomain(world, call, domainOf(world, call)))),
  ];
}

/** Copies everything except the name. Records keep their relative names and their targets. */
function cloneDomain(world: World, call: Call, source: DomainRow): DomainRow {
  const problems = new Problems(world.documentedOnly);
  requireFields(["domain"], call.body, problems);
  const { domain = "" } = parse(SHAPE, call.body, problems);
  if (!problems.has("domain")) checkDomainName(world, domain, problems);
  problems.throwIfAny();
  const { id: _id, created: _created, updated: _updated, ...fields } = source;
  const clone = addDomain(world, call, { ...fields, domain });
  for (const record of records.in(world).by("domain", source.id)) {
    const { id: _recordId, domain_id: _domainId, ...copied } = record;
    addRecord(world, clone, copied);
  }
  world.events.note("domain_create", domainEntity(clone), domainEntity(source));
  return clone;
}
