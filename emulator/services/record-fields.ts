import { Problems } from "../errors";
import type { DomainRow, RecordRow } from "../tables";
import type { JsonObject, Parsed } from "../validation";
import { integer, nullable, oneOf, parse, requireFields, sent, text } from "../validation";
import type { World } from "../world";
import { hasNameCharacters, isRecordName, relativeName } from "./dns-names";
import { checkConflicts } from "./record-conflicts";
import { readTarget } from "./record-targets";
import { roundRecordTtl } from "./time-values";

/** The record types (document 3, Domain record). */
const TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"] as const;

/** Protocols of SRV records. The documents leave them open. */
const PROTOCOLS = ["udp", "tcp", "xmpp", "tls", "smtp"];

/** The body of a request (document 3, Domain record; bounds from its Limits). The empty name is the domain itself. */
const SHAPE = {
  type: oneOf(...TYPES),
  name: text(0, 100),
  target: text(),
  ttl_sec: integer(0),
  priority: integer(0, 255),
  weight: integer(0, 65535),
  port: integer(0, 65535),
  service: nullable(text()),
  protocol: nullable(text()),
  tag: nullable(oneOf("issue", "issuewild", "iodef")),
};

/** Fields that only some types have, and the value that stands for none (document 3, Domain record). */
const OWNED = {
  priority: { types: ["MX", "SRV"], unset: 0 },
  weight: { types: ["SRV"], unset: 0 },
  port: { types: ["SRV"], unset: 0 },
  service: { types: ["SRV"], unset: null },
  protocol: { types: ["SRV"], unset: null },
  tag: { types: ["CAA"], unset: null },
} as const;

/** What must be given for a type, beside the target that all types need. */
const REQUIRED: { readonly [type: string]: readonly string[] } = {
  CNAME: ["name"],
  SRV: ["service", "protocol", "priority", "weight", "port"],
  CAA: ["tag"],
};

/** Everything about a record that a request can set. */
export type RecordFields = Omit<RecordRow, "id" | "domain_id" | "created" | "updated">;

const UNSET: RecordFields = {
  type: "",
  name: "",
  target: "",
  ttl_sec: 0,
  priority: 0,
  weight: 0,
  port: 0,
  service: null,
  protocol: null,
  tag: null,
};

/** The record that a create request describes. */
export function readNewRecord(world: World, domain: DomainRow, body: JsonObject, callerIp: string): RecordFields {
  const problems = new Problems();
  requireFields(["type"], body, problems);
  const input = parse(SHAPE, body, problems);
  requireFields(["target", ...(REQUIRED[input.type ?? ""] ?? [])], body, problems);
  return complete(world, domain, UNSET, input, problems, callerIp);
}

/** What a record becomes by an update request; an absent field stays as it is. */
export function readChangedRecord(
  world: World,
  domain: DomainRow,
  row: RecordRow,
  body: JsonObject,
  callerIp: string,
): RecordFields {
  const problems = new Problems();
  const input = parse(SHAPE, body, problems);
  const type = input.type ?? row.type;
  // A record that changes its type needs all that the new type needs.
  if (type !== row.type) requireFields(REQUIRED[type] ?? [], body, problems);
  for (const name of REQUIRED[type] ?? []) {
    if (sent(body, name) === null && !problems.has(name)) problems.add(name, `${name} is required`);
  }
  const kept = type === row.type ? row : { ...row, ...unsetFor(type) };
  return complete(world, domain, kept, input, problems, callerIp, row.id);
}

function complete(
  world: World,
  domain: DomainRow,
  before: RecordFields,
  input: Parsed<typeof SHAPE>,
  problems: Problems,
  callerIp: string,
  ownId?: number,
): RecordFields {
  const merged = { ...before, ...input };
  refuseForeign(merged.type, input, problems);
  const ttl_sec = roundRecordTtl(merged.ttl_sec);
  const named = merged.type === "SRV" ? nameService(merged, problems) : merged;
  const name = merged.type === "SRV" ? named.name : readName(merged.name, merged.type, domain, problems);
  const target = problems.has("target") ? "" : readTarget({ ...named, name }, domain, callerIp, problems);
  const fields = { ...named, name, target, ttl_sec };
  checkConflicts(world, domain, fields, problems, ownId);
  problems.throwIfAny();
  return fields;
}

/** Notes fields that the type does not have. The value that stands for none is no harm: the service shows it itself. */
function refuseForeign(type: string, input: Parsed<typeof SHAPE>, problems: Problems): void {
  if (type === "") return;
  for (const [name, { types, unset }] of Object.entries(OWNED)) {
    const value = input[name as keyof typeof OWNED];
    if (value === undefined || value === unset || types.some((owner) => owner === type)) continue;
    problems.add(name, `${name} is only valid for ${types.join(" and ")} records`);
  }
}

/** Service and protocol of an SRV record, with or without their underscore, and the name made of them. */
function nameService(merged: RecordFields, problems: Problems): RecordFields {
  const service = bare(merged.service);
  const protocol = bare(merged.protocol).toLowerCase();
  if (service === "" && !problems.has("service")) problems.add("service", "service is required");
  else if (service !== "" && !/^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/.test(service)) {
    problems.add("service", "service is not valid");
  }
  if (!PROTOCOLS.includes(protocol) && !problems.has("protocol")) {
    problems.add("protocol", `Please select a valid protocol (${PROTOCOLS.map((known) => `'${known}'`).join(", ")})`);
  }
  return { ...merged, service, protocol, name: `_${service}._${protocol}` };
}

function readName(given: string, type: string, domain: DomainRow, problems: Problems): string {
  const name = relativeName(given, domain.domain);
  if (!hasNameCharacters(name)) problems.add("name", "Name contains invalid characters");
  if (!isRecordName(name)) problems.add("name", "Invalid hostname");
  if (type === "CNAME" && name === "" && !problems.has("name")) problems.add("name", "name is required");
  return name;
}

function unsetFor(type: string): Partial<RecordFields> {
  const foreign = Object.entries(OWNED).filter(([, { types }]) => !types.some((owner) => owner === type));
  return Object.fromEntries(foreign.map(([name, { unset }]) => [name, unset]));
}

function bare(value: string | null): string {
  return (value ?? "").replace(/^_/, "").replace(/\.$/, "");
}
