import type { Started } from "../../../emulator/support/client";
import type { Row, Send } from "../../rows";
import { EMPTY, isListOf, isOne } from "../../rows";
import { isText, listOf, objectOf } from "../../shapes";
import { createDomain, createRecord, DOMAINS, MASTER, record } from "./domains";
import { isDomain, isRecord } from "./shape";

const ONE = `${DOMAINS}/{domainId}`;
const RECORDS = `${ONE}/records`;
const RECORD = `${RECORDS}/{recordId}`;

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
  { id: "records-list", ...read, path: RECORDS, returns: "a list of records", check: isListOf(isRecord) },
  { id: "record-create", ...post, path: RECORDS, ...dnsRecord, body: () => record("AAAA") },
  { id: "record-view", ...read, path: RECORD, ...dnsRecord },
  { id: "record-update", ...put, path: RECORD, ...dnsRecord, body: () => ({ target: "192.0.2.8" }) },
  { id: "record-delete", ...remove, path: RECORD, ...EMPTY },
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
