import type { Problems } from "../../interface/errors";
import type { DomainRow, RecordRow } from "./rows";
import type { JsonObject } from "../../json";
import type { Parsed } from "../../interface/validation";
import { integer, nullable, oneOf, parse, requireFields, text, undocumented } from "../../interface/validation";
import { hasNameCharacters, isRecordName, relativeName } from "./dns-names";
import { readTarget } from "./record-targets";
import { refuseForeign, refuseRemoval, requireFor, TYPES, unsetFor } from "./record-types";

/** Protocols of SRV records, which a subdomain of the domain may follow. The documents do not list them. */
const PROTOCOLS = ["udp", "tcp", "xmpp", "tls", "smtp"];

/** A service name: a label with room for an underscore. The documents have no rule for it. */
const SERVICE = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,60}[A-Za-z0-9])?$/;

/** Maximum length of a record name (Linode API v4, Domain Records). The empty name is the domain itself. */
const NAME_MAX = 100;

/** The body of a request (Linode API v4, Domain Records). */
const SHAPE = {
  type: oneOf(...TYPES),
  name: text(0, NAME_MAX),
  target: text(),
  ttl_sec: undocumented(integer(0), integer()),
  priority: integer(0, 255),
  weight: integer(0, 65535),
  port: integer(0, 65535),
  service: nullable(text()),
  protocol: nullable(text()),
  tag: nullable(oneOf("issue", "issuewild", "iodef")),
};

/** The fields of a record that a request can set. */
export type RecordFields = Omit<RecordRow, "id" | "domain_id" | "created" | "updated">;

/** Values of unset fields. */
export const UNSET_RECORD: RecordFields = {
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

/** Reads a create request and adds its problems. */
export function readNewRecord(domain: DomainRow, body: JsonObject, callerIp: string, problems: Problems): RecordFields {
  requireFields(["type"], body, problems);
  const input = parse(SHAPE, body, problems);
  if (!problems.documentedOnly) requireFields(["target"], body, problems);
  requireFor(input.type ?? "", body, problems);
  return complete(domain, UNSET_RECORD, input, callerIp, problems);
}

/** Reads an update request and adds its problems. Absent fields keep their values. */
export function readChangedRecord(
  domain: DomainRow,
  row: RecordRow,
  body: JsonObject,
  callerIp: string,
  problems: Problems,
): RecordFields {
  const input = parse(SHAPE, body, problems);
  const type = input.type ?? row.type;
  // A change of type requires all required fields of the new type.
  if (type !== row.type) requireFor(type, body, problems);
  refuseRemoval(type, body, problems);
  return complete(domain, row, input, callerIp, problems);
}

function complete(
  domain: DomainRow,
  before: RecordFields,
  input: Parsed<typeof SHAPE>,
  callerIp: string,
  problems: Problems,
): RecordFields {
  const type = input.type ?? before.type;
  refuseForeign(type, input, problems);
  const name = input.name === undefined ? before.name : relativeName(input.name, domain.domain);
  const merged = { ...before, ...input, ...unsetFor(type), name };
  const named = type === "SRV" ? nameService(merged, problems) : merged;
  if (type !== "SRV") checkName(named, problems);
  const target = problems.has("target") ? "" : readTarget(named, domain, callerIp, problems);
  return { ...named, target };
}

/** Completes an SRV record: strips the underscores from service and protocol, and builds the name from them. */
function nameService(record: RecordFields, problems: Problems): RecordFields {
  const service = bare(record.service);
  const protocol = bare(record.protocol).toLowerCase();
  if (service === "" && !problems.has("service")) problems.addUndocumented("service", "service is required");
  else if (service !== "" && !SERVICE.test(service)) problems.addUndocumented("service", "service is not valid");
  const [transport = "", ...below] = protocol.split(".");
  const isValid = PROTOCOLS.includes(transport) && isRecordName(below.join("."));
  if (protocol !== "" && !isValid && !problems.has("protocol")) {
    const known = PROTOCOLS.map((name) => `'${name}'`).join(", ");
    problems.addUndocumented("protocol", `Please select a valid protocol (${known})`);
  }
  const labels = [service, protocol].flatMap((label) => (label === "" ? [] : [`_${label}`]));
  const name = labels.join(".") || record.name;
  if ([...name].length > NAME_MAX) problems.add("name", `Length must be 0-${NAME_MAX} characters`);
  return { ...record, service: service || null, protocol: protocol || null, name };
}

/** Adds the problems of a name. The documents restrict only its length. */
function checkName({ type, name }: RecordFields, problems: Problems): void {
  if (!hasNameCharacters(name)) problems.addUndocumented("name", "Name contains invalid characters");
  if (!isRecordName(name) || (type === "NS" && name.startsWith("*")))
    problems.addUndocumented("name", "Invalid hostname");
  if (type === "CNAME" && name === "" && !problems.has("name")) problems.addUndocumented("name", "name is required");
}

function bare(value: string | null): string {
  return (value ?? "").replace(/^_/, "").replace(/\.$/, "");
}
