import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { aZone, EMPTY, MASTER, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const documented = useService({ documentedOnly: true });
const SRV = { type: "SRV", target: "sip.example", priority: 1, weight: 2, port: 3 };

test.each(["0.0.0.0/0", "::/0", "10.0.0.0/0"])(
  "warns about a zone that %s may transfer when that is new, and not again",
  async (range) => {
    const deployment = new Deployment(service, "Domain");
    const open = { ...MASTER, axfrIps: ["192.0.2.0/24", range] };
    await deployment.up(MASTER);
    await deployment.preview(open);
    expect(service.warnings()).toEqual([expect.stringContaining(`axfrIps: ${range} lets anyone`)]);
    await deployment.up(open);
    service.said.length = 0;
    expect(await deployment.up(open)).toBe("same");
    expect(service.warnings()).toEqual([]);
  },
);

test("does not warn about a zone that only some may transfer", async () => {
  await new Deployment(service, "Domain").up({ ...MASTER, axfrIps: ["192.0.2.0/24", "2001:db8::/10", "192.0.2.10"] });
  expect(service.warnings()).toEqual([]);
});

const KNOWN = "the API is known to";

describe("what the API is known to reject, although the documents allow it", () => {
  test.each<[string, string, Values, string]>([
    ["tags", "Domain", { ...MASTER, tags: ["ab", "blue", "t".repeat(51)] }, "tags: … (tags[0] has 2, tags[2] has 51)"],
    ["tags", "Instance", { ...EMPTY, tags: ["ü"] }, "tags: … (tags[0] has 1)"],
    ["an empty tag", "Instance", { ...EMPTY, tags: ["blue", ""] }, "tags: … (tags[1] has 0)"],
    ["a label with a space", "Instance", { ...EMPTY, label: "my label" }, "label: …"],
    ["a label with two dashes", "Instance", { ...EMPTY, label: "abc--d" }, "label: …"],
    ["a label that begins with a dash", "Instance", { ...EMPTY, label: "-web" }, "label: …"],
    ["a name without a top-level domain", "Domain", { ...MASTER, domain: "localhost" }, "domain: …"],
    ["an address without a domain", "Domain", { ...MASTER, soaEmail: "root@localhost" }, "soaEmail: …"],
    ["a label with a space", "MongoDatabaseBackup", { databaseId: 12, label: "before friday" }, "label: …"],
    ["a name with a space", "DomainRecord", { type: "TXT", name: "a b", target: "x" }, "name: …"],
    ["a name with a control character", "DomainRecord", { type: "A", name: "a\u0000", target: "192.0.2.1" }, "name: …"],
    ["a long label of a name", "DomainRecord", { type: "TXT", name: `${"a".repeat(64)}.b`, target: "x" }, "name: …"],
    ["a name with two periods", "DomainRecord", { type: "TXT", name: "a..b", target: "x" }, "name: …"],
    ["a host with a space", "DomainRecord", { type: "MX", target: "a b" }, "target: …"],
    ["an address of a CNAME", "DomainRecord", { type: "CNAME", name: "a", target: "192.0.2.1" }, "target: …"],
    ["a protocol", "DomainRecord", { ...SRV, service: "sip", protocol: "_icmp" }, "protocol: …"],
    ["an SRV record without a service", "DomainRecord", SRV, "service: …"],
  ])("preview warns about %s of a %s, without the value", async (_, kind, args, warning) => {
    const full = kind === "DomainRecord" ? { domainId: await aZone(service), ...args } : args;
    await new Deployment(service, kind).previewNew(full);
    const [path = "", end = ""] = warning.split("…");
    const warnings = service.warnings();
    expect(warnings).toEqual([expect.stringContaining(`${path}${KNOWN} `)]);
    expect(warnings[0]?.endsWith(end)).toBe(true);
  });

  test("the API rejects what preview warns about", async () => {
    const domainId = await aZone(service);
    for (const name of ["a b", "a\u0007", "a\u001b[31m", "ä"]) {
      const message = await messageOf(
        new Deployment(service, "DomainRecord").up({ domainId, type: "TXT", name, target: "x" }),
      );
      expect(message).toContain("Name contains invalid characters");
    }
    expect(service.warnings()).toHaveLength(4);
  });

  test.each<[string, Values]>([
    ["Instance", { ...EMPTY, label: "my label" }],
    ["Instance", { ...EMPTY, tags: [""] }],
    ["Domain", { ...MASTER, domain: "localhost" }],
    ["Domain", { ...MASTER, soaEmail: "root@localhost" }],
  ])("a new %s with %j is left to the API, which may accept it", async (kind, args) => {
    await expect(new Deployment(service, kind).up(args)).rejects.toThrow();
    const deployment = new Deployment(documented, kind);
    expect(await deployment.up(args)).toBe("create");
    expect(await deployment.up(args)).toBe("same");
    expect(documented.warnings()).toHaveLength(1);
  });

  test("causes a warning when it is new, and not again", async () => {
    const allowed = new Deployment(documented, "Domain");
    await allowed.up({ ...MASTER, tags: ["x"] });
    expect(documented.warnings()).toHaveLength(1);
    documented.said.length = 0;
    expect(await allowed.up({ ...MASTER, tags: ["x"], description: "shop" })).toBe("update");
    expect(documented.warnings()).toEqual([]);
  });

  test("causes one warning for all new records of a set", async () => {
    const domainId = await aZone(documented);
    const bad = (name: string): Values => ({ type: "TXT", name, target: "x" });
    const set = new Deployment(documented, "DomainRecordSet");
    const records = [bad("www"), bad("a b"), bad("c d"), { ...SRV, target: "sip.example" }];
    await set.up({ domainId, records });
    const shortWarnings = (): string[] => documented.warnings().map((message) => message.replace(/known to .*/, "…"));
    expect(shortWarnings()).toEqual([
      "records[1].name, records[2].name: the API is …",
      "records[3].service: the API is …",
    ]);
    documented.said.length = 0;
    expect(await set.up({ domainId, records: [bad("e f"), ...records] })).toBe("update");
    expect(shortWarnings()).toEqual(["records[0].name: the API is …"]);
  });
});

test.each<[string, Values]>([
  ["usual names", { type: "TXT", name: "*._a-b.C1", target: "a b ü\n" }],
  ["the domain itself", { type: "CAA", name: "@", target: "ca.example; account=1", tag: "issue" }],
  ["a domain that takes no mail", { type: "MX", target: "" }],
  ["a service", { ...SRV, service: "_service_test", protocol: "_TLS", name: "a b" }],
])("does not warn about %s", async (_, args) => {
  await new Deployment(service, "DomainRecord").previewNew({ domainId: await aZone(service), ...args });
  expect(service.warnings()).toEqual([]);
});
