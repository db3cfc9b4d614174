import type * as pulumi from "@pulumi/pulumi";
import type { Domain, DomainArgs, Instance, Zone, ZoneArgs, ZoneRecord } from "../../provider";

/** What the compiler accepts and rejects. Nothing here runs. */
function typesOf(domain: Domain, web: Instance, zone: Zone): unknown[] {
  const base = { domain: "example.com", type: "master" } as const;
  const clones: DomainArgs[] = [
    { ...base, cloneFrom: 12 },
    { ...base, cloneFrom: "12" },
    { ...base, cloneFrom: domain.id },
    { ...base, cloneFrom: zone.domainId },
  ];
  const imports: DomainArgs[] = [
    { ...base, importFrom: { remoteNameserver: "ns1.example.com" } },
    { ...base, importFrom: { remoteNameserver: web.ipv4[0] } },
    // @ts-expect-error an import needs a nameserver
    { ...base, importFrom: {} },
    // @ts-expect-error the nameserver is a member of an object
    { ...base, importFrom: "ns1.example.com" },
  ];
  const records: ZoneRecord[] = [
    { type: "A", name: "www", target: web.ipv4[0] },
    { key: "mail", type: "MX", target: "mail.example.com", priority: 10 },
    // @ts-expect-error the domain comes from the zone
    { type: "A", domainId: domain.id, target: "192.0.2.1" },
    // @ts-expect-error a key must be a plain string, because it is part of a name
    { type: "A", key: web.label, target: "192.0.2.1" },
    // @ts-expect-error no such type
    { type: "HINFO", target: "x" },
  ];
  const later = undefined as unknown as pulumi.Output<ZoneRecord[]>;
  const zones: ZoneArgs[] = [
    { domain: "example.com", soaEmail: "admin@example.com", records },
    { domain: "example.com", type: "slave", masterIps: ["192.0.2.1"] },
    { domain: "example.com", cloneFrom: domain.id },
    // @ts-expect-error the array itself must be plain
    { domain: "example.com", records: later },
    // @ts-expect-error a zone needs a domain
    { soaEmail: "admin@example.com" },
  ];
  return [clones, imports, records, zones];
}

test("the types of domains, zones and records compile as declared", () => {
  expect(typesOf).toBeInstanceOf(Function);
});
