import { Problems } from "../../interface/errors";
import { checkTags } from "../../access/grants";
import type { Call } from "../../interface/router";
import type { DomainRow } from "./rows";
import { domains } from "./rows";
import type { Field } from "../../interface/validation";
import {
  integer,
  ipAddress,
  ipRange,
  list,
  nullable,
  oneOf,
  parse,
  pattern,
  requireFields,
  tags,
  text,
  undocumented,
} from "../../interface/validation";
import type { World } from "../../world";
import { hasDomainLabels, isDomainName, MAIL_ADDRESS } from "./dns-names";
import { roundUpDomainSeconds } from "./time-values";

/** Length of a domain's name (Linode API v4, Domains). */
export const DOMAIN_NAME = text(1, 255);

/** The documents require the format of a mail address (Linode API v4, Domains), but no top-level domain. Empty means unset. */
const EMAIL = undocumented(orEmpty(MAIL_ADDRESS), orEmpty(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u));

/** A duration. The documents give no bounds. */
const SECONDS = undocumented(integer(0), integer());

/** The body of a create request (Linode API v4, Domains). */
const CREATE_SHAPE = {
  domain: DOMAIN_NAME,
  type: oneOf("master", "slave"),
  status: oneOf("disabled", "active"),
  description: nullable(text(1, 255)),
  group: nullable(text(1, 50)),
  tags,
  soa_email: EMAIL,
  master_ips: list(ipAddress),
  axfr_ips: list(ipRange),
  expire_sec: SECONDS,
  refresh_sec: SECONDS,
  retry_sec: SECONDS,
  ttl_sec: SECONDS,
};

/** The body of an update request. An empty group unsets it, because responses show an unset group as empty. */
const UPDATE_SHAPE = { ...CREATE_SHAPE, group: nullable(text(0, 50)) };

/** The fields of a domain that a request can set. */
export type DomainFields = Omit<DomainRow, "id" | "created" | "updated">;

/** Values of unset fields; the description is null (Linode API v4, Domains). */
export const UNSET_DOMAIN: DomainFields = {
  domain: "",
  type: "",
  status: "active",
  description: null,
  group: "",
  tags: [],
  soa_email: "",
  master_ips: [],
  axfr_ips: [],
  expire_sec: 0,
  refresh_sec: 0,
  retry_sec: 0,
  ttl_sec: 0,
};

/** Reads a create request. */
export function readNewDomain(world: World, call: Call): DomainFields {
  const problems = new Problems(world.documentedOnly);
  requireFields(["domain", "type"], call.body, problems);
  const input = parse(CREATE_SHAPE, call.body, problems);
  checkTags(call, [], input.tags, problems);
  return complete(world, UNSET_DOMAIN, input, problems);
}

/** Reads an update request. Absent fields keep their values. */
export function readChangedDomain(world: World, row: DomainRow, call: Call): DomainFields {
  const problems = new Problems(world.documentedOnly);
  const input = parse(UPDATE_SHAPE, call.body, problems);
  checkTags(call, row.tags, input.tags, problems);
  return complete(world, row, input, problems, row.id);
}

function complete(
  world: World,
  before: DomainFields,
  input: Partial<Omit<DomainFields, "group">> & { group?: string | null },
  problems: Problems,
  ownId?: number,
): DomainFields {
  const merged = { ...before, ...input };
  if (input.domain !== undefined) checkDomainName(world, input.domain, problems, ownId);
  // The documents do not say which type requires which field (Linode API v4, Domains). Each makes sense for only one type.
  if (merged.type === "master" && merged.soa_email === "" && !problems.has("soa_email")) {
    problems.add("soa_email", "soa_email required when type=master");
  }
  if (merged.type === "slave" && merged.master_ips.length === 0 && !problems.has("master_ips")) {
    problems.add("master_ips", "You need at least one master DNS server IP address for this zone.");
  }
  problems.throwIfAny();
  return {
    ...merged,
    group: merged.group ?? "",
    expire_sec: roundUpDomainSeconds(world, merged.expire_sec),
    refresh_sec: roundUpDomainSeconds(world, merged.refresh_sec),
    retry_sec: roundUpDomainSeconds(world, merged.retry_sec),
    ttl_sec: roundUpDomainSeconds(world, merged.ttl_sec),
  };
}

/** Adds a problem for an invalid name, and for one not unique on the platform (Linode API v4, Domains), here the emulator. */
export function checkDomainName(world: World, domain: string, problems: Problems, ownId?: number): void {
  if (!hasDomainLabels(domain)) return problems.add("domain", "Domain is not valid.");
  if (!isDomainName(domain)) problems.addUndocumented("domain", "Domain is not valid.");
  const others = domains
    .in(world)
    .by("domain", domain.toLowerCase())
    .filter((row) => row.id !== ownId);
  if (others.length > 0) problems.add("domain", "Domain already exists.");
}

function orEmpty({ source, flags }: RegExp): Field<string> {
  return pattern(text(), new RegExp(`^$|${source}`, flags), "soa_email is not valid");
}
