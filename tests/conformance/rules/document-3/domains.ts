import type { Body, Client, Started } from "../../../emulator/support/client";
import type { Row, Send } from "../../rows";
import { EMPTY, isListOf, isOne } from "../../rows";
import type { Shape } from "../../shapes";
import { isInteger, isText, isTime, listOf, objectOf, oneOf, orNull } from "../../shapes";
import { expectRefusal, expectSuccess } from "../../support";

export const RECORD_TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** The fields of a domain: shape, statement, and a value of another type where a request may give one. */
export const DOMAIN_FIELDS: { readonly [field: string]: readonly [shape: Shape, says: string, wrong?: unknown] } = {
  id: [isInteger, "A domain has an integer as `id`"],
  domain: [isText, "A domain shows its name as `domain`", 7],
  type: [oneOf("master", "slave"), "A domain is of the type master or slave", 7],
  status: [oneOf("active", "disabled"), "A domain shows whether it is active or disabled", 7],
  description: [orNull(isText), "The description of a domain is text or null", 7],
  group: [isText, "The group of a domain is text", 7],
  tags: [listOf(isText), "The tags of a domain are an array of texts", "one"],
  soa_email: [isText, "The Start of Authority address of a domain is text", 7],
  master_ips: [listOf(isText), "The addresses of the masters of a domain are an array of texts", "203.0.113.53"],
  axfr_ips: [listOf(isText), "The addresses that may transfer a domain are an array of texts", "203.0.113.53"],
  expire_sec: [isInteger, "A domain shows an integer as `expire_sec`", "soon"],
  refresh_sec: [isInteger, "A domain shows an integer as `refresh_sec`", "soon"],
  retry_sec: [isInteger, "A domain shows an integer as `retry_sec`", 1.5],
  ttl_sec: [isInteger, "A domain shows an integer as `ttl_sec`", "soon"],
};

/** The fields of a record: shape, statement, and a value of another type for a record of a type that has the field. */
export const RECORD_FIELDS: {
  readonly [field: string]: readonly [shape: Shape, says: string, type?: RecordType, wrong?: unknown];
} = {
  id: [isInteger, "A record has an integer as `id`"],
  type: [oneOf(...RECORD_TYPES), "A record is of one of the nine types", "A", 1],
  name: [isText, "A record shows its `name` as text", "A", 7],
  target: [isText, "A record shows its `target` as text", "TXT", 7],
  ttl_sec: [isInteger, "A record shows an integer as `ttl_sec`", "A", "soon"],
  priority: [isInteger, "A record shows an integer as `priority`", "MX", "first"],
  weight: [isInteger, "A record shows an integer as `weight`", "SRV", "heavy"],
  port: [isInteger, "A record shows an integer as `port`", "SRV", "sip"],
  service: [orNull(isText), "The `service` of a record is text or null", "SRV", 7],
  protocol: [orNull(isText), "The `protocol` of a record is text or null", "SRV", 6],
  tag: [orNull(oneOf("issue", "issuewild", "iodef")), "The `tag` of a record is one of the three, or null", "CAA", 7],
  created: [isTime, "A record shows when it was created"],
  updated: [isTime, "A record shows when it was last updated"],
};

const objectWith = (fields: { readonly [field: string]: readonly [Shape, ...unknown[]] }): Shape =>
  objectOf(Object.fromEntries(Object.entries(fields).map(([field, [shape]]) => [field, shape])));

const isDomain = objectWith(DOMAIN_FIELDS);
const isRecord = objectWith(RECORD_FIELDS);

export const DOMAINS = "/domains";

/** The optional fields of every type of domain, and those that each might require: the document does not say which. */
export const MASTER = { type: "master", soa_email: "admin@example.org" } as const;
export const SLAVE = { ...MASTER, type: "slave", master_ips: ["203.0.113.53"] } as const;

/** A domain or a record with its path. */
interface Found {
  readonly path: string;
  readonly body: Body;
}

export async function createDomain(client: Client, fields: object = {}): Promise<Found> {
  const body = await client.create(DOMAINS, { domain: "example.com", ...MASTER, ...fields });
  return { path: `${DOMAINS}/${body.id}`, body };
}

/** A record of each type, with all required fields. */
export const RECORDS: { readonly [type in RecordType]: { readonly name?: string; readonly target: string } } = {
  A: { name: "www", target: "192.0.2.7" },
  AAAA: { name: "www6", target: "2001:db8::7" },
  NS: { name: "sub", target: "ns1.example.org" },
  MX: { name: "mail", target: "mx.example.org" },
  CNAME: { name: "alias", target: "www.example.org" },
  TXT: { name: "text", target: "hello" },
  SRV: withAll({ target: "sip.example.org" }, { service: "sip", protocol: "tcp", priority: 10, weight: 5, port: 5060 }),
  PTR: { name: "pointer", target: "host.example.org" },
  CAA: withAll({ name: "caa", target: "ca.example.org" }, { tag: "issue" }),
};

/** Hides the fields of few types from the type above. */
function withAll<T extends object>(common: T, special: object): T {
  return { ...common, ...special };
}

export const typesExcept = (...excepted: readonly RecordType[]): RecordType[] =>
  RECORD_TYPES.filter((type) => !excepted.includes(type));

/** The required fields of a record of this type, and these fields. */
export const record = (type: RecordType, fields: object = {}): object => ({ type, ...RECORDS[type], ...fields });

/** A record in an existing domain. */
export async function createRecord(
  client: Client,
  zone: string,
  type: RecordType,
  fields: object = {},
): Promise<Found> {
  const body = await client.create(`${zone}/records`, record(type, fields));
  return { path: `${zone}/records/${body.id}`, body };
}

/** A record in a new domain. */
export async function recordOf(service: Started, type: RecordType, fields: object = {}): Promise<Found> {
  return createRecord(service, (await createDomain(service)).path, type, fields);
}

/** The path of the records of a new domain. */
export async function newRecords(service: Started): Promise<string> {
  return `${(await createDomain(service)).path}/records`;
}

/** Fails unless this value of a field is rejected when a domain is created and when it is updated. */
export async function expectDomainRefused(service: Started, field: string, value: unknown): Promise<void> {
  const { path } = await createDomain(service, { domain: "updated.example" });
  expectRefusal(await service.post(DOMAINS, { domain: "created.example", ...SLAVE, [field]: value }), field);
  expectRefusal(await service.put(path, { [field]: value }), field);
  expectSuccess(await service.delete(path));
}

/** The same for a record of this type. */
export async function expectRecordRefused(
  service: Started,
  type: RecordType,
  field: string,
  value: unknown,
): Promise<void> {
  const { path: zone } = await createDomain(service, { domain: "refused.example" });
  expectRefusal(await service.post(`${zone}/records`, record(type, { [field]: value })), field);
  const { path } = await createRecord(service, zone, type);
  expectRefusal(await service.put(path, { [field]: value }), field);
  expectSuccess(await service.delete(zone));
}

const ONE = `${DOMAINS}/{domainId}`;
const BELOW = `${ONE}/records`;
const ONE_BELOW = `${BELOW}/{recordId}`;

const read = { method: "GET", scope: "domains:read_only" } as const;
const post = { method: "POST", scope: "domains:read_write" } as const;
const put = { ...post, method: "PUT" } as const;
const remove = { ...post, method: "DELETE" } as const;

const domain = { returns: "the domain", check: isOne(isDomain) };
const dnsRecord = { returns: "the record", check: isOne(isRecord) };
const zone = { returns: "the lines of the zone", check: isOne(objectOf({ zone_file: listOf(isText) })) };

/** All rows of document 3 except the import, which needs another name server. */
export const ROWS: readonly Row[] = [
  { id: "domains-list", ...read, path: DOMAINS, returns: "a list of domains", check: isListOf(isDomain) },
  { id: "domain-create", ...post, path: DOMAINS, ...domain, body: () => ({ domain: "new.example", ...MASTER }) },
  { id: "domain-view", ...read, path: ONE, ...domain },
  { id: "domain-update", ...put, path: ONE, ...domain, body: () => ({ description: "Changed" }) },
  { id: "domain-delete", ...remove, path: ONE, ...EMPTY },
  { id: "domain-clone", ...post, path: `${ONE}/clone`, ...domain, body: () => ({ domain: "clone.example" }) },
  { id: "records-list", ...read, path: BELOW, returns: "a list of records", check: isListOf(isRecord) },
  { id: "record-create", ...post, path: BELOW, ...dnsRecord, body: () => record("AAAA") },
  { id: "record-view", ...read, path: ONE_BELOW, ...dnsRecord },
  { id: "record-update", ...put, path: ONE_BELOW, ...dnsRecord, body: () => ({ target: "192.0.2.8" }) },
  { id: "record-delete", ...remove, path: ONE_BELOW, ...EMPTY },
  { id: "zone-file", ...read, path: `${ONE}/zone-file`, ...zone },
];

/** Creates a domain with a record and returns a function that sends requests about them. */
export async function ready(service: Started): Promise<Send> {
  const { path: domainPath, body: made } = await createDomain(service);
  const { body: ofIt } = await createRecord(service, domainPath, "A");
  return async ({ path, method, body }, client = service) => {
    const there = path.replace("{domainId}", String(made.id)).replace("{recordId}", String(ofIt.id));
    const sent = body === undefined ? {} : { body: JSON.stringify(await body(service)) };
    return client.send(method, `/v4${there}`, sent);
  };
}
