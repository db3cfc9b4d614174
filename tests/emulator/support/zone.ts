import type { EmulatorOptions } from "../../../emulator/index";
import type { Body, Reply, Started } from "./client";
import { DOMAIN, reasons, start } from "./client";

/** An SRV record with all its required fields. */
export const SRV = {
  type: "SRV",
  service: "sip",
  protocol: "tcp",
  priority: 0,
  weight: 0,
  port: 5060,
  target: "sip.example.org",
};

/** Records of every type in example.org, including awkward ones. Records with the same name and type have the same ttl. */
export const EVERY_TYPE: ReadonlyArray<{ readonly type: string; readonly [field: string]: unknown }> = [
  { type: "A", target: "192.0.2.1", ttl_sec: 300 },
  { type: "A", target: "192.0.2.2", ttl_sec: 300 },
  { type: "A", name: "*", target: "192.0.2.3" },
  { type: "A", name: "*.deep.er", target: "192.0.2.4", ttl_sec: 2_419_200 },
  { type: "AAAA", name: "www", target: "2001:db8::1", ttl_sec: 3600 },
  { type: "NS", name: "sub", target: "ns.example.com" },
  { type: "MX", target: "mail.example.com", priority: 255 },
  { type: "MX", name: "lists", target: "lists.example.com", priority: 0 },
  { type: "CNAME", name: "blog", target: "host.example.com", ttl_sec: 7200 },
  { type: "CNAME", name: "www.example.org.example.org", target: "host.example.com" },
  { type: "PTR", name: "1.2.0.192", target: "host.example.com" },
  { type: "TXT", target: "v=spf1 -all" },
  { type: "TXT", target: 'quotes " and \\ backslashes; (all of them)' },
  { type: "TXT", name: "_dmarc", target: "v=DMARC1; p=none" },
  { type: "TXT", name: "long", target: "k=rsa; p=".padEnd(2_000, "abc") },
  { type: "TXT", name: "unicode", target: `${"ü€😀".repeat(60)}\t` },
  SRV,
  { ...SRV, service: "xmpp-client", protocol: "udp", priority: 255, weight: 65_535, port: 65_535 },
  { type: "CAA", tag: "issue", target: "letsencrypt.org" },
  { type: "CAA", tag: "issuewild", target: ";" },
  { type: "CAA", tag: "iodef", target: "mailto:security@example.org" },
];

/** Starts an emulator with one domain, `example.org`, and returns what can be done with its records, below `path`. */
export async function zone(options: EmulatorOptions = {}) {
  const client = await start(options);
  const { id } = await client.create("/domains", DOMAIN);
  const path = `/domains/${id}/records`;
  return {
    client,
    id,
    path,
    create: (body: unknown) => client.create(path, body),
    refusal: async (body: unknown) => reasons(await client.post(path, body)),
    lines: () => linesOf(client, id),
  };
}

export type Zone = Awaited<ReturnType<typeof zone>>;

/** The zone file of a domain. */
export async function linesOf(client: Started, id: number): Promise<readonly string[]> {
  return (await client.get(`/domains/${id}/zone-file`)).body["zone_file"] as string[];
}

/** The records of a domain. */
export async function recordsOf(client: Started, id: number): Promise<readonly Body[]> {
  return (await client.get(`/domains/${id}/records?page_size=500`)).body.data;
}

/** Imports a domain from a name server. */
export function importOf(client: Started, address: string, domain = "example.org"): Promise<Reply> {
  return client.post("/domains/import", { domain, remote_nameserver: address });
}
