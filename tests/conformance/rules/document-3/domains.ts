import type { Body, Client, Started } from "../../../emulator/support/client";
import type { RecordType } from "./shape";
import { RECORD_TYPES } from "./shape";

export const DOMAINS = "/domains";

/** What every type of domain may have, and what each of them might need: the document does not say which. */
export const MASTER = { type: "master", soa_email: "admin@example.org" } as const;
export const SLAVE = { ...MASTER, type: "slave", master_ips: ["203.0.113.53"] } as const;

/** A domain or a record with the path where it is found. */
export interface Found {
  readonly path: string;
  readonly body: Body;
}

export async function createDomain(client: Client, fields: object = {}): Promise<Found> {
  const body = await client.create(DOMAINS, { domain: "example.com", ...MASTER, ...fields });
  return { path: `${DOMAINS}/${body.id}`, body };
}

/** A record of each type, with all that the document requires of it. */
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

/** Hides the fields that few types have from the type above. */
function withAll<T extends object>(common: T, special: object): T {
  return { ...common, ...special };
}

export const typesExcept = (...excepted: readonly RecordType[]): RecordType[] =>
  RECORD_TYPES.filter((type) => !excepted.includes(type));

/** What a record of this type needs, and these fields. */
export const record = (type: RecordType, fields: object = {}): object => ({ type, ...RECORDS[type], ...fields });

/** A record in a domain that exists. */
export async function createRecord(
  client: Client,
  zone: string,
  type: RecordType,
  fields: object = {},
): Promise<Found> {
  const body = await client.create(`${zone}/records`, record(type, fields));
  return { path: `${zone}/records/${body.id}`, body };
}

/** A record in a domain of its own. */
export async function recordOf(service: Started, type: RecordType, fields: object = {}): Promise<Found> {
  return createRecord(service, (await createDomain(service)).path, type, fields);
}

/** The path of a domain's records, the domain being new. */
export async function newRecords(service: Started): Promise<string> {
  return `${(await createDomain(service)).path}/records`;
}
