import { utimesSync, writeFileSync } from "node:fs";
import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { specimenOf } from "../kinds";
import { writesBelow } from "../support/action-programs";
import { deployed, Deployment, placed } from "../support/deployment";
import { foreseen } from "../support/foreseen";
import { aFile, made, upload } from "../support/image-data";
import { asset, aZone, DEPLOYED, EMPTY, MASTER } from "../support/programs";
import { useService } from "../support/service";

const { inPlace: IN_PLACE } = specimenOf("Instance");
const service = useService();
const documented = useService({ documentedOnly: true });

describe("a plan", () => {
  const SEVERAL = {
    before: DEPLOYED,
    after: { ...DEPLOYED, tags: ["blue"], booted: false, type: "g6-standard-1", privateIp: true },
  };
  const BIGGER = { ...DEPLOYED, type: "g6-standard-1" };
  /** The outputs that a preview of this update shows as unchanged. */
  const staying = async (deployment: Deployment, args: Values): Promise<Values> =>
    (await foreseen(service, definitionOf("Instance"), { deployment, args })) ?? {};

  test.each<[string, { before: Values; after: Values }]>([
    ...Object.entries(IN_PLACE),
    ["several properties at once", SEVERAL],
  ])("of %s has the requests that the update sends, and the outputs that it leaves", async (_, { before, after }) => {
    const { deployment } = await deployed(service, "Instance", before);
    service.said.length = 0;
    const unchanged = await staying(deployment, after);
    expect(unchanged).toMatchObject({ created: expect.any(String) });
    const plans = service.messages("info").filter((message) => message.startsWith("Requests, in this order: "));
    expect(plans.length).toBeLessThanOrEqual(1);
    service.forget();
    expect(await deployment.up(after)).toBe("update");
    expect(deployment.recorded().outputs).toMatchObject(unchanged);
    // A plan names them without IDs.
    const sent = writesBelow(service).map((write) => write.replace(" /", " ").replace(/\/N$/, "").trim());
    expect(plans.join().match(/(?:PUT|POST)(?: [a-z/]+)?/g) ?? []).toEqual(sent);
  });

  test("shows the outputs that may change as unknown", async () => {
    const { deployment } = await deployed(service, "Instance", EMPTY);
    const { outputs } = deployment.recorded();
    const [publicIpv4, publicIpv6] = [(outputs.ipv4 as string[])[0], String(outputs.ipv6).replace("/128", "")];
    const tagged = await staying(deployment, { ...EMPTY, tags: ["blue"] });
    expect(tagged).toMatchObject({
      publicIpv4,
      publicIpv6,
      ipv4: outputs.ipv4,
      ipv6: outputs.ipv6,
      specs: outputs.specs,
      group: "",
    });
    for (const name of ["tags", "status", "updated"]) expect(tagged).not.toHaveProperty(name);
    const resized = await staying(deployment, { ...EMPTY, type: "g6-standard-1" });
    expect(resized).toMatchObject({ ipv4: outputs.ipv4 });
    for (const name of ["specs", "hypervisor", "alerts"]) expect(resized).not.toHaveProperty(name);
  });

  test("with an unknown value has the rest", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    await deployment.preview({ ...BIGGER, booted: UNKNOWN });
    const plan = "Requests, in this order: POST resize (type); not known yet: booted";
    expect(service.messages("info")).toContainEqual(plan);
  });

  test("to restart an instance for its interfaces is dropped if a resize left it offline", async () => {
    const { before, after } = IN_PLACE.interfaces!;
    const { deployment, path } = await deployed(service, "Instance", before);
    const live = await service.ask("GET", path);
    const body = { ...live, type: "g6-standard-1", status: "offline" };
    const effect = { kind: "status", status: 200, body } as const;
    service.forget();
    // The first read is before the update.
    service.emulator.faults.add({ method: "GET", path, nth: 2, times: "always", effect });
    await deployment.up({ ...after, type: "g6-standard-1" }).catch(() => undefined);
    expect(writesBelow(service)).toEqual(["POST /resize", "PUT /configs/N"]);
  });
});

describe("the stored data about an image's file is not a difference by itself", () => {
  const image = (source: unknown, more: Values = {}) => upload(source, { label: "golden", ...more });
  const differences = async (deployment: Deployment, args: Values) => (await deployment.difference(args)).changed;

  test("when other data replaces the image, or the source is not a file", async () => {
    const source = aFile("one");
    const deployment = await made(service, image(source));
    const text = image(asset({ text: "two" }));
    expect(await differences(deployment, text)).toEqual(["sourceHash"]);
    writeFileSync(source, "another");
    expect(await differences(deployment, image(source))).toEqual(["sourceHash"]);
    expect(await deployment.up(image(source))).toBe("replace");
    expect(await differences(deployment, image(source))).toEqual([]);
  });

  test("when another input changes and the file was rewritten", async () => {
    const source = aFile("one");
    const deployment = await made(service, image(source));
    utimesSync(source, 1, 1);
    const args = image(source, { description: "new" });
    expect(await differences(deployment, args)).toEqual(["description"]);
    expect(await deployment.up(args)).toBe("update");
    expect(await differences(deployment, args)).toEqual([]);
  });
});

test("marking a value as secret is not a change", async () => {
  const { deployment, args } = await deployed(service, "DomainRecord", { type: "TXT", name: "key", target: "one" });
  expect((await deployment.difference(args, { secrets: [["target"]] })).hasChanges).toBe(false);
});

test("a change of only the timeouts prints that no request is sent", async () => {
  const deployment = new Deployment(service, "Domain");
  await deployment.up(MASTER, { timeouts: { create: 60 } });
  service.forget();
  expect(await deployment.up(MASTER, { timeouts: { create: 90 } })).toBe("update");
  expect(service.said).toMatchObject([{ kind: "info", message: "customTimeouts: saved in state; no request is sent" }]);
  expect(service.writes()).toEqual([]);
});

const SRV = { type: "SRV", target: "sip.example", priority: 1, weight: 2, port: 3 };
const SIP = { ...SRV, service: "sip", protocol: "tcp" };

test.each(["0.0.0.0/0", "::/0", "10.0.0.0/0"])("warns once about a zone that %s may transfer", async (range) => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const open = { ...MASTER, axfrIps: ["192.0.2.0/24", range] };
  await deployment.preview(open);
  expect(service.warnings()).toEqual([expect.stringContaining(`axfrIps: ${range} lets anyone`)]);
  await deployment.up(open);
  service.said.length = 0;
  expect(await deployment.up({ ...open, description: "shop" })).toBe("update");
  expect(service.warnings()).toEqual([]);
});

test("does not warn about a zone that only some may transfer, and addresses in equivalent forms are no change", async () => {
  const deployment = new Deployment(service, "Domain");
  const masterIps = ["2001:DB8::0:1"];
  await deployment.up({ ...MASTER, masterIps, axfrIps: ["192.0.2.0/24", "2001:DB8:0::/10", "192.0.2.10"] });
  const axfrIps = ["192.0.2.10/32", "192.0.2.0/24", "2001:db8::/10"];
  expect(await deployment.up({ ...MASTER, masterIps: ["2001:db8::1"], axfrIps })).toBe("same");
  expect(service.warnings()).toEqual([]);
});

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
    ["a label with a space", "MongoDatabaseBackup", { databaseId: UNKNOWN, label: "before friday" }, "label: …"],
    ["a name with a space", "DomainRecord", { type: "TXT", name: "a b", target: "x" }, "name: …"],
    ["a name with a control character", "DomainRecord", { type: "A", name: "a\u0007", target: "192.0.2.1" }, "name: …"],
    ["a long label of a name", "DomainRecord", { type: "TXT", name: `${"a".repeat(64)}.b`, target: "x" }, "name: …"],
    ["a name with two periods", "DomainRecord", { type: "TXT", name: "a..b", target: "x" }, "name: …"],
    ["a wildcard", "DomainRecord", { type: "NS", name: "*.sub", target: "ns1.example.com" }, "name: …"],
    ["no host with a priority", "DomainRecord", { type: "MX", target: ".", priority: 10 }, "target: …"],
    ["a host with a space", "DomainRecord", { type: "MX", target: "a b" }, "target: …"],
    ["an address of a CNAME", "DomainRecord", { type: "CNAME", name: "a", target: "192.0.2.1" }, "target: …"],
    ["a protocol", "DomainRecord", { ...SRV, service: "sip", protocol: "_icmp" }, "protocol: …"],
    ["a protocol with a subdomain", "DomainRecord", { ...SIP, protocol: "_tcp.sub" }, "protocol: …sub"],
    ["a name of a service", "DomainRecord", { ...SIP, name: "_sip._tcp.sub" }, "name: …"],
    ["an SRV record without a service", "DomainRecord", SRV, "service: …"],
  ])("preview warns about %s of a %s, without the value", async (_, kind, args, warning) => {
    await new Deployment(service, kind).previewNew((await placed(service, kind, args)).args);
    const [path = "", end = ""] = warning.split("…");
    const warnings = service.warnings();
    expect(warnings).toEqual([expect.stringContaining(`${path}the API is known to `)]);
    expect(warnings[0]?.endsWith(end)).toBe(true);
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
});

test.each<[string, Values]>([
  ["usual names", { type: "TXT", name: "*._a-b.C1", target: "a b ü\n" }],
  ["the domain itself", { type: "CAA", name: "@", target: "ca.example; account=1", tag: "issue" }],
  ["a domain that takes no mail", { type: "MX", target: "" }],
  ["a domain that takes no mail, with its priority", { type: "MX", target: ".", priority: 0 }],
  ["a service", { ...SRV, service: "_service_test", protocol: "_TLS", name: "_service_test._tls" }],
  ["a service with an empty name", { ...SIP, name: "@" }],
])("does not warn about %s", async (_, args) => {
  await new Deployment(service, "DomainRecord").previewNew({ domainId: await aZone(service), ...args });
  expect(service.warnings()).toEqual([]);
});
