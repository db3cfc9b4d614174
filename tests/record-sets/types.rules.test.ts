import * as pulumi from "@pulumi/pulumi";
import type { Domain, DomainRecordSet, DomainRecordSetArgs, DomainRecordSetRecord } from "../../provider";

/** What the compiler accepts and rejects. Nothing here runs. */
function typesOf(domain: Domain, set: DomainRecordSet, later: pulumi.Output<DomainRecordSetRecord[]>): unknown[] {
  const records = [{ type: "A", name: "www", target: domain.domain }] as const;
  const sets: DomainRecordSetArgs[] = [
    { domainId: domain.id, records: [...records], exclusive: true, only: { types: ["A"], names: ["www"] } },
    { domainId: 12, records: later },
    { domainId: "12", records: set.records, exclusive: set.exclusive },
    // @ts-expect-error the domain comes from the set
    { domainId: 12, records: [{ type: "A", domainId: 12, target: "192.0.2.1" }] },
    // @ts-expect-error an MX record needs a target
    { domainId: 12, records: [{ type: "MX", priority: 10 }] },
    // @ts-expect-error a TXT record has no priority
    { domainId: 12, records: [{ type: "TXT", target: "x", priority: 3 }] },
    // @ts-expect-error no such type
    { domainId: 12, records: [{ type: "HINFO", target: "x" }] },
    { domainId: 12, zoneFile: pulumi.output("www A 192.0.2.1") },
    // @ts-expect-error no such filter
    { domainId: 12, records: [], only: { targets: ["x"] } },
  ];
  const ids: pulumi.Output<number[]> = set.recordIds;
  return [sets, ids];
}

test("the types of record sets compile as declared", () => {
  expect(typesOf).toBeInstanceOf(Function);
});
