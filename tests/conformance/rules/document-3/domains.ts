import type { Client, Started } from "../../../emulator/support/client";
import type { Row, Send } from "../../rows";
import { EMPTY } from "../../rows";
import { expectRefusal, expectSuccess } from "../../support";

export const RECORD_TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

export const DOMAINS = "/domains";

/** The optional fields of every type of domain, and those that each might require: the document does not say which. */
export const MASTER = { type: "master", soa_email: "admin@example.org" } as const;
export const SLAVE = { ...MASTER, type: "slave", master_ips: ["203.0.113.53"] } as const;

/** A domain with its path. */
export async function createDomain(client: Client, fields: object = {}) {
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

/** A record in an existing domain, with its path. */
export async function createRecord(client: Client, zone: string, type: RecordType, fields: object = {}) {
  const body = await client.create(`${zone}/records`, record(type, fields));
  return { path: `${zone}/records/${body.id}`, body };
}

/** A record in a new domain. */
export async function recordOf(service: Started, type: RecordType, fields: object = {}) {
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
export async function expectRecordRefused(service: Started, type: RecordType, field: string, value: unknown) {
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

const domain = { returns: "the domain" };
const dnsRecord = { returns: "the record" };
const zone = { returns: "the lines of the zone" };

/** All rows of document 3 except the import, which needs another name server. */
export const ROWS: readonly Row[] = [
  { id: "domains-list", ...read, path: DOMAINS, returns: "a list of domains" },
  { id: "domain-create", ...post, path: DOMAINS, ...domain, body: () => ({ domain: "new.example", ...MASTER }) },
  { id: "domain-view", ...read, path: ONE, ...domain },
  { id: "domain-update", ...put, path: ONE, ...domain, body: () => ({ description: "Changed" }) },
  { id: "domain-delete", ...remove, path: ONE, ...EMPTY },
  { id: "domain-clone", ...post, path: `${ONE}/clone`, ...domain, body: () => ({ domain: "clone.example" }) },
  { id: "records-list", ...read, path: BELOW, returns: "a list of records" },
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
