import type { FaultEffect } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { anInstance, aSnapshot } from "../support/action-programs";
import { deployed, Deployment } from "../support/deployment";
import { asset, aZone, DEPLOYED, EMPTY, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { DAY_MS } from "../support/time";

const service = useService();
const paths = (): string[] => service.requests().map(({ path }) => path);
const VLAN = { interfaces: [{ purpose: "public" }, { purpose: "vlan", label: "back" }] };

/** What a preview of a new resource reports against these inputs. */
const refusals = (kind: string, args: Values, handlers = service.process()(kind)): Promise<string[]> =>
  new Deployment(service, kind).refusals(args, handlers);

/** Why the preview of a new resource fails. */
const preview = (kind: string, args: Values) => messageOf(new Deployment(service, kind).previewNew(args));

/** Every response to these requests. */
function always(effect: FaultEffect | number, ...paths: readonly string[]): void {
  const given: FaultEffect = typeof effect === "number" ? { kind: "status", status: effect } : effect;
  for (const path of paths) service.emulator.faults.add({ path, times: "always", effect: given });
}

describe("preview rejects an unknown", () => {
  test.each([
    ["region", "Instance", "us-eats", 'did you mean "us-east"? Available: ap-west, ca-central, '],
    ["type", "Instance", "g6-standrad-1", 'did you mean "g6-standard-1"? Available: g6-nanode-1, '],
    ["image", "Instance", "compute/debain11", 'did you mean "compute/debian11"? Available: comp'],
    ["image", "Instance", "debian11", 'did you mean "compute/debian11"?'],
    ["image", "Instance", "private/4711", "does not exist"],
    ["image", "Instance", "compute/../regions", "does not exist"],
    ["engine", "MongoDatabase", "mongodb/4.4.11", 'did you mean "mongodb/4.4.10"? Available: mongodb'],
    ["region", "MysqlDatabase", "us-eats", 'did you mean "us-east"?'],
    ["type", "MysqlDatabase", "g6-nanode-2", 'did you mean "g6-nanode-1"?'],
  ] as const)("%s of %s: %s", async (name, kind, value, says) => {
    const args = { Instance: DEPLOYED, MongoDatabase: MONGO, MysqlDatabase: MYSQL }[kind];
    const [refusal = "", ...others] = await refusals(kind, { ...args, [name]: value });
    expect(refusal).toContain(`${name}: "${value}" does not exist`);
    expect(refusal).toContain(says);
    expect(others).toEqual([]);
    expect(service.writes()).toEqual([]);
  });

  test("version of an engine, and lists only those of this engine", async () => {
    const [said] = await refusals("MysqlDatabase", { ...MYSQL, engine: "mysql/9.9.9" });
    expect(said).toBe('engine: "mysql/9.9.9" does not exist. Available: mysql/5.7.30, mysql/8.0.26');
  });
});

describe("a preview of a new instance with a StackScript", () => {
  const scripted = (stackscriptId: unknown) => ({ ...DEPLOYED, stackscriptId, stackscriptData: { site_name: "x" } });
  const asked = () => paths().filter((path) => path.includes("stackscript"));

  test("rejects one that does not exist, and lists those of the first page", async () => {
    expect(await refusals("Instance", scripted(10079))).toEqual([
      'stackscriptId: "10079" does not exist. Available: 9001 (web-server), 9002 (baseline)',
    ]);
    expect(asked()).toEqual(["/compute/stackscripts/10079", "/compute/stackscripts"]);
  });

  test.each([9001, "9001"])("reads an existing one (%p) by its ID only once, and none without a change", async (id) => {
    const deployment = new Deployment(service, "Instance");
    const process = service.process()("Instance");
    await deployment.up(scripted(id), {}, process);
    expect(await refusals("Instance", scripted(id), process)).toEqual([]);
    expect(asked()).toEqual(["/compute/stackscripts/9001"]);
    expect(await deployment.preview(scripted(id))).toBe("same");
    expect(await refusals("Instance", scripted(UNKNOWN), process)).toEqual([]);
    expect(asked()).toHaveLength(1);
  });

  test.each([401, 403, 404, 405, 500])("rejects nothing if the lists return %i", async (status) => {
    always(status, "/compute/stackscripts", "/compute/stackscripts/**");
    expect(await refusals("Instance", scripted(10079))).toEqual([]);
  });
});

describe("a domainId without a domain", () => {
  const RECORD = { type: "A", name: "www", target: "192.0.2.1" };
  const CASES = [
    ["DomainRecord", RECORD],
    ["DomainRecord", { ...RECORD, target: UNKNOWN }],
    ["DomainRecordSet", { records: [RECORD] }],
  ] as const;

  test.each(CASES)("fails the preview of a new %s with its path: %j", async (kind, args) => {
    expect(await preview(kind, { domainId: 999, ...args })).toBe('domainId: "999" does not exist');
    expect(paths().filter((path) => path === "/domains/999")).toHaveLength(2);
  });

  test.each(CASES)("of a slave fails the preview of a new %s, unless it becomes a master: %j", async (kind, args) => {
    const zone = new Deployment(service, "Domain");
    await zone.up({ ...MASTER, type: "slave", masterIps: ["192.0.2.1"] });
    const domainId = zone.recorded().id;
    expect(await preview(kind, { domainId, ...args })).toMatch(
      `domainId: domain ${domainId} is a slave, a read-only copy`,
    );
    const process = service.process();
    expect(await zone.preview(MASTER, {}, process("Domain"))).toBe("update");
    await new Deployment(service, kind).previewNew({ domainId, ...args }, {}, process(kind));
    expect(service.messages("info").filter((notice) => notice.startsWith("type: a slave is a"))).toHaveLength(1);
    const isKnown = Object.values(args).every((value) => value !== UNKNOWN);
    if (isKnown) await expect(new Deployment(service, kind).up({ domainId, ...args })).rejects.toThrow("slave");
  });

  test.each(CASES)("is not assumed of a %s if only the list returns 404: %j", async (kind, args) => {
    const id = await aZone(service);
    always(404, `/domains/${id}/records`);
    await new Deployment(service, kind).previewNew({ domainId: id, ...args });
  });

  test("costs one list for all new records of a domain, and none if the domain is new or nothing is created", async () => {
    const { deployment, args } = await deployed(service, "DomainRecord", RECORD);
    const { domainId } = args;
    const process = service.process()("DomainRecord");
    for (const name of ["a", "b", "c"]) {
      await new Deployment(service, "DomainRecord", name).previewNew({ ...RECORD, name, domainId }, {}, process);
    }
    expect(paths()).toEqual(["/domains", `/domains/${String(domainId)}/records`]);
    service.forget();
    await new Deployment(service, "DomainRecord").previewNew({ ...RECORD, domainId: UNKNOWN }, {}, process);
    expect(await deployment.preview({ ...args, target: "192.0.2.2" })).toBe("update");
    expect(paths()).toEqual([]);
  });

  test("is not validated if the API has not responded at all", async () => {
    always(503, "/**");
    const process = service.process()("DomainRecord");
    for (const domainId of [1, 2]) {
      await new Deployment(service, "DomainRecord").previewNew({ ...RECORD, domainId }, {}, process);
    }
    expect(new Set(paths())).toEqual(new Set(["/domains"]));
    service.emulator.faults.clear();
  });
});

describe("a reference to a resource that does not exist", () => {
  const RESTORE = { instanceId: 4711, backupId: 1, targetInstanceId: 4712 };
  const none = (path: string, id: unknown = 4711) => `${path}: "${String(id)}" does not exist`;

  test.each<[string, Values, string]>([
    ["Domain", { domain: "copy.example", type: "master", cloneFrom: 4711 }, none("cloneFrom")],
    ["Instance", { ...EMPTY, cloneFrom: { instanceId: "4711" } }, none("cloneFrom.instanceId")],
    ["Instance", { ...DEPLOYED, authorizedUsers: ["admin", "nobody"] }, none("authorizedUsers[1]", "nobody")],
    ["InstanceSnapshot", { instanceId: 4711, label: "mine" }, none("instanceId")],
    ["InstanceRestore", RESTORE, `${none("instanceId")}; ${none("targetInstanceId", 4712)}`],
    ["MongoDatabaseRestore", { databaseId: 4711, backupId: UNKNOWN }, none("databaseId")],
  ])("fails the preview of a new %s with its path: %j", async (kind, args, refused) => {
    expect(await preview(kind, args)).toBe(refused);
    service.forget();
    expect([await refusals(kind, args), paths().filter((path) => path.includes("4711"))]).toEqual([[], []]);
  });

  test("is a backup of another instance", async () => {
    const [instanceId, other] = [await anInstance(service, "web"), await anInstance(service, "other")];
    const backupId = await aSnapshot(service, instanceId, "mine");
    const args = { instanceId: other, backupId, targetInstanceId: other };
    expect(await preview("InstanceRestore", args)).toBe(none("backupId", backupId));
    await new Deployment(service, "InstanceRestore").previewNew({ ...args, instanceId });
  });
});

describe("a region without the capability that the inputs require", () => {
  test("is rejected with the regions that have it", async () => {
    expect(await refusals("Instance", { ...DEPLOYED, ...VLAN })).toEqual([
      'region: "us-east" does not offer "Vlans", which a VLAN requires. Use one of ap-west, ca-central, ap-southeast, us-southeast',
    ]);
    expect(await refusals("Instance", { ...DEPLOYED, ...VLAN, region: "us-southeast" })).toEqual([]);
    expect(await refusals("Instance", { ...DEPLOYED, interfaces: [{ purpose: "public" }] })).toEqual([]);
    const interfaces = [{ purpose: "vpc" }, { purpose: "vlan", label: "back" }];
    expect(await refusals("Instance", { ...DEPLOYED, interfaces })).toEqual([
      expect.stringMatching(/^interfaces\[0\]\.purpose: /),
      expect.stringMatching(/^region: "us-east" does not offer "Vlans"/),
    ]);
  });

  test("is rejected if an existing instance adds a VLAN, with one request", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    expect(await messageOf(deployment.up({ ...DEPLOYED, ...VLAN }))).toContain('does not offer "Vlans"');
    expect(paths()).toEqual(["/regions"]);
  });

  test("is rejected for a database", async () => {
    withRegions((region) => (region.id === "us-east" ? { ...region, capabilities: ["Vlans"] } : region));
    const [said] = await refusals("MongoDatabase", MONGO);
    expect(said).toContain('region: "us-east" does not offer "Managed Databases", which a managed database requires');
  });

  test("is accepted if no region has a capability of that name", async () => {
    withRegions((region) => ({ ...region, capabilities: ["VLAN networks"] }));
    expect(await refusals("Instance", { ...DEPLOYED, ...VLAN })).toEqual([]);
  });
});

/** Changes the regions that the API returns. */
function withRegions(change: (region: Values) => Values): void {
  const data = REGIONS.map(change);
  always({ kind: "status", status: 200, body: { data, page: 1, pages: 1, results: data.length } }, "/regions");
}
const REGIONS: readonly Values[] = ["us-east", "eu-west"].map((id) => ({
  id,
  country: "us",
  capabilities: ["Managed Databases"],
  status: "ok",
  resolvers: { ipv4: "192.0.2.1", ipv6: "2001:db8::1" },
}));

describe("preview warns about", () => {
  test("a deprecated image", async () => {
    expect(await refusals("Instance", { ...DEPLOYED, image: "compute/centos8" })).toEqual([]);
    expect(service.warnings()).toEqual(["image: compute/centos8 is deprecated and no longer maintained"]);
  });

  test("an image that is not available yet, rather than rejecting it", async () => {
    const { image } = await service.ask("POST", "/images/upload", { label: "golden", region: "us-east" });
    const { id } = image as { id: string };
    expect(await refusals("Instance", { ...DEPLOYED, image: id })).toEqual([]);
    expect(service.warnings()).toEqual([`image: ${id} is "pending_upload"; only an available image can be deployed`]);
  });

  test("a region with an outage", async () => {
    withRegions((region) => ({ ...region, status: "outage" }));
    expect(await refusals("MongoDatabase", MONGO)).toEqual([]);
    const warning = expect.stringContaining("region: the service reports an outage in us-east");
    expect(service.warnings()).toContainEqual(warning);
  });
});

describe("a preview requests", () => {
  test("for new instances: the token check first, then each list and each image only once", async () => {
    const handlers = service.process()("Instance");
    const images = ["compute/debian10", "compute/debian11", "compute/ubuntu22.04"];
    for (let index = 0; index < 50; index++) {
      expect(await refusals("Instance", { ...DEPLOYED, image: images[index % 3] }, handlers)).toEqual([]);
    }
    const catalogues = ["/compute/types", ...images.map((id) => `/images/${id}`), "/regions"];
    expect(paths()[0]).toBe("/compute/instances");
    expect(paths().slice(1).sort()).toEqual(catalogues);
  });

  test.each<[string, Values]>([
    ["Instance", { ...DEPLOYED, ...VLAN, region: "us-southeast" }],
    ["MongoDatabase", MONGO],
  ])("for unchanged inputs of an existing %s: nothing", async (kind, args) => {
    const { deployment } = await deployed(service, kind, args);
    expect(await deployment.preview(args)).toBe("same");
    expect(service.requests()).toEqual([]);
  });

  test("for unknown inputs: nothing", async () => {
    const unknown = { ...DEPLOYED, region: UNKNOWN, image: UNKNOWN };
    expect(await refusals("Instance", { ...unknown, interfaces: UNKNOWN })).toEqual([]);
    expect(paths()).toEqual(["/compute/instances", "/compute/types"]);
  });

  test("for an import: nothing, because the resource may use what is no longer offered", async () => {
    const { id } = await service.ask("POST", "/compute/instances", { region: "us-east", type: "g6-nanode-1" });
    service.emulator.poke("instance", Number(id), { type: "g5-retired-1" });
    service.forget();
    const args = { region: "us-east", type: "g5-retired-1", label: `compute${Number(id)}` };
    await new Deployment(service, "Instance").up(args, { import: String(id) });
    expect(paths()).not.toContain("/compute/types");
  });
});

describe("the region of an uploaded image", () => {
  const upload = (text: string, more: Values = {}) => ({ region: "us-east", source: asset({ text }), ...more });

  test("is validated only if other data is uploaded, because by itself it changes nothing", async () => {
    const { deployment } = await deployed(service, "Image", upload("data"));
    expect(await deployment.preview(upload("data", { region: "us-retired" }))).toBe("same");
    expect(service.requests()).toEqual([]);
    const message = await messageOf(deployment.preview(upload("more data", { region: "us-eats" })));
    expect(message).toContain('did you mean "us-east"?');
  });

  test("need not be validated for a replacement that creates the new image first", async () => {
    const { deployment } = await deployed(service, "Image", upload("data", { label: "golden" }));
    always(500, "/regions");
    expect(await deployment.preview(upload("more data", { label: "golden", region: "eu-west" }))).toBe("replace");
  });
});

describe("a list of valid values that cannot be read fails no preview:", () => {
  test.each([401, 403, 404, 405])("HTTP %i causes no warning", async (status) => {
    always(status, "/regions", "/compute/types", "/images", "/databases/*", "/account/**");
    expect(await refusals("MongoDatabase", { ...MONGO, region: "us-eats", engine: "mongodb/9.9" })).toEqual([]);
    const args = { ...DEPLOYED, region: "us-eats", authorizedUsers: ["nobody"] };
    await new Deployment(service, "Instance").previewNew(args);
    expect(service.warnings().filter((warning) => warning.includes("Could not"))).toEqual([]);
  });

  test("Ctrl-C stops the check", async () => {
    const cancelled = AbortSignal.abort(new Error("cancelled by the user"));
    const handlers = service.process({ signal: cancelled })("Instance");
    expect(await messageOf(refusals("Instance", DEPLOYED, handlers))).toContain("cancelled by the user");
  });
});

describe("COMPUTE_WARN_END_OF_LIFE", () => {
  const ends = () => service.process({ warnsOfEnds: true })("Instance");
  const OLD = { ...DEPLOYED, image: "compute/debian9" };

  test("warns once in a run of each image that ends, changed or not; without it, no request is sent", async () => {
    const { deployment } = await deployed(service, "Instance", OLD);
    expect(await deployment.preview(OLD)).toBe("same");
    expect(service.requests()).toEqual([]);
    service.said.length = 0;
    const process = ends();
    await deployment.preview(OLD, {}, process);
    await deployment.preview(OLD, {}, process);
    expect(service.warnings()).toEqual([
      "image: compute/debian9 has reached its end of life (2022-06-30). Other resources of the program may use it, too.",
    ]);
    expect(
      service
        .requests()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(["/compute/types", "/images/compute/debian9", "/regions"]);
  });

  test.each<[string, unknown, string[]]>([
    ["in 89 days", 89, ["image: compute/debian9 reaches its end of life on "]],
    ["in 91 days", 91, []],
    ["without a date", null, []],
    ["without a date, but deprecated", undefined, ["image: compute/debian9 is deprecated and no longer maintained. "]],
  ])("an image whose end is %s", async (_, days, warnings) => {
    const { deployment } = await deployed(service, "Instance", OLD);
    const at = new Date(service.clock.today() + Number(days ?? 0) * DAY_MS).toISOString().slice(0, 19);
    const body = { id: "compute/debian9", eol: typeof days === "number" ? at : null, deprecated: days === undefined };
    service.emulator.faults.add({ path: "/images/compute/debian9", effect: { kind: "status", status: 200, body } });
    service.said.length = 0;
    await deployment.preview(OLD, {}, ends());
    expect(service.warnings()).toEqual(warnings.map((warning) => expect.stringContaining(warning)));
  });

  test("a plan that is no longer offered is named, and a list that cannot be read is not", async () => {
    const { deployment } = await deployed(service, "Instance", EMPTY);
    const body = { data: [{ id: "g8-new" }], page: 1, pages: 1, results: 1 };
    service.emulator.faults.add({ path: "/compute/types", effect: { kind: "status", status: 200, body } });
    service.emulator.faults.add({ path: "/regions", effect: { kind: "status", status: 403 } });
    service.said.length = 0;
    await deployment.preview(EMPTY, {}, ends());
    expect(service.warnings()).toEqual([expect.stringMatching(/^type: the service no longer offers "g6-nanode-1"\. /)]);
  });
});
