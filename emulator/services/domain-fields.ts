import { Problems } from "../errors";
import type { DomainRow } from "../tables";
import type { JsonObject } from "../validation";
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
} from "../validation";
import type { World } from "../world";
import { isDomainName } from "./dns-names";
import { roundUpDomainSeconds } from "./time-values";

/** Empty, or something@domain.tld. */
const EMAIL = /^(|[^\s@]+@[^\s@.]+(\.[^\s@.]+)+)$/;

/** The body of a create request (document 3, Domain; lengths from its Limits). */
const CREATE_SHAPE = {
  domain: text(1, 255),
  type: oneOf("master", "slave"),
  status: oneOf("disabled", "active"),
  description: nullable(text(1, 255)),
  group: nullable(text(1, 50)),
  tags,
  soa_email: pattern(text(), EMAIL, "soa_email is not valid"),
  master_ips: list(ipAddress),
  axfr_ips: list(ipRange),
  expire_sec: integer(0),
  refresh_sec: integer(0),
  retry_sec: integer(0),
  ttl_sec: integer(0),
};

/** The body of an update request. An empty group, as the service itself shows an unset one, unsets it. */
const UPDATE_SHAPE = { ...CREATE_SHAPE, group: nullable(text(0, 50)) };

/** Everything about a domain that a request can set. */
export type DomainFields = Omit<DomainRow, "id" | "created" | "updated">;

/** A domain before anything is said about it; description is null when unset (document 3, Domain). */
const UNSET: DomainFields = {
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

/** The domain that a create request describes. */
export function readNewDomain(world: World, body: JsonObject): DomainFields {
  const problems = new Problems();
  requireFields(["domain", "type"], body, problems);
  return complete(world, UNSET, parse(CREATE_SHAPE, body, problems), problems);
}

/** What a domain becomes by an update request; an absent field stays as it is. */
export function readChangedDomain(world: World, row: DomainRow, body: JsonObject): DomainFields {
  const problems = new Problems();
  return complete(world, row, parse(UPDATE_SHAPE, body, problems), problems, row.id);
}

function complete(
  world: World,
  before: DomainFields,
  input: Partial<Omit<DomainFields, "group">> & { group?: string | null },
  problems: Problems,
  ownId?: number,
): DomainFields {
  const merged = { ...before, ...input };
  if (input.domain !== undefined) checkName(world, input.domain, problems, ownId);
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
    expire_sec: roundUpDomainSeconds(merged.expire_sec),
    refresh_sec: roundUpDomainSeconds(merged.refresh_sec),
    retry_sec: roundUpDomainSeconds(merged.retry_sec),
    ttl_sec: roundUpDomainSeconds(merged.ttl_sec),
  };
}

/** Unique on the whole platform (document 3, Domain): here, in the emulator. */
function checkName(world: World, domain: string, problems: Problems, ownId: number | undefined): void {
  if (!isDomainName(domain)) return problems.add("domain", "Domain is not valid.");
  const others = world.tables.domains.by("domain", domain.toLowerCase()).filter((row) => row.id !== ownId);
  if (others.length > 0) problems.add("domain", "Domain already exists.");
}
