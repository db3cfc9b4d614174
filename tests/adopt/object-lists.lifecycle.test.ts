import type { Values } from "../../provider/definition/values";
import { actions, kinds } from "../../provider/resources/registry";
import { aBackup, aDatabase, aDisk, anInstance, aSnapshot } from "../support/action-programs";
import { ACTION_KINDS, aWorldFor } from "../support/action-worlds";
import { Deployment } from "../support/deployment";
import { nativeFrontEnd } from "../support/native-front-end";
import { aZone, DEPLOYED, EMPTY, listed, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import type { Service } from "../support/service";

const service = useService();
/** Here, `pulumi import` reads a resource that is not in state. */
const native = useService({ provisionMs: 0 }, nativeFrontEnd);
const list = (kind: string, args: Values = {}) => service.process()(kind).list(args);
const paths = (): string[] => service.requests().map(({ path }) => path);
const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const MAIL = { type: "MX", target: "mail.example", priority: 10, ttlSec: 300 };

/** IDs of resources that programs created with these inputs. */
async function made(account: Service, kind: string, ...all: readonly Values[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, args] of all.entries()) {
    const deployment = new Deployment(account, kind, `r${index}`);
    await deployment.up(args);
    ids.push(deployment.recorded().id);
  }
  return ids;
}

async function twoZones(account: Service): Promise<[number, number]> {
  return [await aZone(account, "one.example"), await aZone(account, "two.example")];
}

const DESCRIBED = { label: "other", description: "Another" };
const SLAVE = { domain: "b.example", type: "slave", masterIps: ["192.0.2.1"] };
const COMPLETE = { ...DEPLOYED, tags: ["blue"], alerts: { cpu: 5 }, backupsEnabled: true };

/** Creates some resources of each type, and returns their Pulumi IDs. */
const ACCOUNTS: Readonly<Record<string, (account: Service) => Promise<readonly string[]>>> = {
  Instance: (account) => made(account, "Instance", COMPLETE, EMPTY),
  Domain: (account) => made(account, "Domain", MASTER, SLAVE),
  DomainRecord: async (account) => {
    const [one, two] = await twoZones(account);
    const records = [
      { domainId: one, ...WWW },
      { domainId: one, ...MAIL },
      { domainId: two, ...WWW },
    ];
    return made(account, "DomainRecord", ...records);
  },
  DomainRecordSet: async (account) => {
    const [one, two] = await twoZones(account);
    return made(account, "DomainRecordSet", { domainId: one, records: [WWW, MAIL] }, { domainId: two, records: [] });
  },
  MongoDatabase: (account) => made(account, "MongoDatabase", { ...MONGO, clusterSize: 3 }, MONGO),
  MysqlDatabase: (account) => made(account, "MysqlDatabase", { ...MYSQL, allowList: ["192.0.2.1"] }, MYSQL),
  Image: async (account) => {
    const diskId = await aDisk(account);
    return made(account, "Image", { label: "golden", diskId }, { ...DESCRIBED, diskId });
  },
  InstanceSnapshot: async (account) => {
    const [one, two] = [await anInstance(account, "one"), await anInstance(account, "two")];
    await anInstance(account, "three");
    const ids = await made(account, "InstanceSnapshot", { instanceId: one, label: "mine" });
    return [...ids, `${two}/${await aSnapshot(account, two, "somebody else's")}`];
  },
  MongoDatabaseBackup: async (account) => {
    const databaseId = await aDatabase(account);
    const ids = await made(account, "MongoDatabaseBackup", { databaseId, label: "mine" });
    return [...ids, `${databaseId}/${await aBackup(account, databaseId)}`];
  },
};

describe.each(Object.entries(ACCOUNTS))("a list of %s", (kind, make) => {
  test("has every resource of the account, with exactly the fields that a .get shows, and writes and records nothing", async () => {
    expect(await list(kind)).toEqual([]);
    const ids = await make(service);
    service.forget();
    const handlers = service.process()(kind);
    const all = await handlers.list({});
    expect(all.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const another = service.process()(kind);
    for (const { id, state } of all) expect(state).toStrictEqual((await another.read({ id, state: {} }))?.state);
    expect(service.writes()).toEqual([]);
    // A resource of the same update can import each entry.
    for (const { id, state } of all) {
      const importing = new Deployment(service, kind, `imported-${id}`);
      await importing.up(IMPORTED[kind]?.(state) ?? {}, { import: id }, handlers);
      expect(importing.recorded().id).toBe(id);
    }
  });

  test("has what `pulumi import` reads: inputs that pass a check and need no change", async () => {
    const [id = ""] = await make(native);
    native.forget();
    const handlers = native.process()(kind);
    const found = await handlers.read({ id, state: {} });
    if (!found) throw new Error(`${kind} ${id} was not found`);
    const { inputs, failures } = await handlers.check(found.inputs, found.inputs);
    expect(failures).toEqual([]);
    expect(await handlers.diff({ id, state: found.state }, inputs)).toMatchObject({ hasChanges: false, replaces: [] });
    expect(native.writes()).toEqual([]);
  });
});

/** What a program must declare of a resource that it imports. */
const IMPORTED: Readonly<Record<string, (state: Values) => Values>> = {
  Instance: ({ region, type }) => ({ region, type }),
  Domain: ({ domain, type, soaEmail, masterIps }) =>
    type === "master" ? { domain, type, soaEmail } : { domain, type, masterIps },
  DomainRecord: ({ domainId, type, name, target, priority }) =>
    type === "MX" ? { domainId, type, target, priority } : { domainId, type, name, target },
  DomainRecordSet: ({ domainId, records }) => ({ domainId, records }),
  MongoDatabase: ({ engine, region, type, clusterSize }) => ({ engine, region, type, clusterSize }),
  MysqlDatabase: ({ engine, region, type }) => ({ engine, region, type }),
  Image: () => ({}),
  InstanceSnapshot: ({ instanceId, label }) => ({ instanceId, label }),
  MongoDatabaseBackup: ({ databaseId, label }) => ({ databaseId, label }),
};

test.each(ACTION_KINDS.filter((kind) => !["InstanceSnapshot", "MongoDatabaseBackup"].includes(kind)))(
  "%s has no stored resource: its list is empty, and sends no request",
  async (kind) => {
    const { args } = await aWorldFor(service, kind);
    await new Deployment(service, kind).up(args);
    service.forget();
    expect(await list(kind)).toEqual([]);
    expect(service.requests()).toEqual([]);
  },
);

describe("the cost of a list", () => {
  test("is one request per page, and none per resource", async () => {
    for (let index = 0; index < 250; index++) await aZone(service, `zone-${index}.example`);
    expect(await list("Domain")).toHaveLength(250);
    expect(paths()).toEqual(["/domains", "/domains"]);
  });

  test("is one request per parent resource, or only one if the parent is given", async () => {
    const [one, two] = await twoZones(service);
    for (const kind of ["DomainRecord", "DomainRecordSet"]) {
      service.forget();
      await list(kind);
      expect(paths().sort()).toEqual(["/domains", `/domains/${one}/records`, `/domains/${two}/records`]);
      service.forget();
      await list(kind, { domainId: String(two) });
      expect(paths()).toEqual([`/domains/${two}/records`]);
    }
  });

  test("includes what a .get requests for outputs with separate paths", async () => {
    const id = await aDatabase(service);
    await list("MongoDatabase");
    const path = "/databases/mongodb/instances";
    expect(paths()).toEqual([path, `${path}/${id}/credentials`, `${path}/${id}/ssl`]);
  });
});

test("lists only the records of the given domain", async () => {
  const [one, two] = await twoZones(service);
  const [id] = await made(service, "DomainRecord", { domainId: one, ...WWW }, { domainId: two, ...MAIL });
  expect(await list("DomainRecord", { domainId: one })).toMatchObject([{ id, state: { domainId: one, name: "www" } }]);
  const sets = await list("DomainRecordSet", { domainId: two });
  expect(sets).toMatchObject([{ id: `${two}/records`, state: { domainId: two, records: [MAIL] } }]);
});

test("lists no public images, and requests no backups of a provisioning database", async () => {
  expect(await listed(service, "/images")).not.toEqual([]);
  expect(await list("Image")).toEqual([]);
  await service.ask("POST", "/databases/mongodb/instances", { ...MONGO, label: "new" });
  service.forget();
  expect(await list("MongoDatabaseBackup")).toEqual([]);
  expect(paths()).toEqual(["/databases/mongodb/instances"]);
});

/** The next response to a request for the domains. */
const answerWith = (...data: Values[]): void => {
  const body = { data, page: 1, pages: 1, results: data.length };
  service.emulator.faults.add({ path: "/domains", effect: { kind: "status", status: 200, body } });
};

test("reads a resource whose list entry is incomplete", async () => {
  const [id = ""] = await made(service, "Domain", MASTER);
  const live = await service.ask("GET", `/domains/${id}`);
  answerWith({ ...live, domain: null });
  expect(await list("Domain")).toMatchObject([{ id, state: { domain: MASTER.domain } }]);
});

describe("rejects a list", () => {
  test.each(["Domain", "DomainRecord", "DomainRecordSet"])("of %s with an entry without an ID", async (kind) => {
    answerWith({ domain: "no.example" });
    expect(await messageOf(list(kind))).toContain("The response was discarded");
  });

  test.each(["DomainRecord", "DomainRecordSet"])("of %s that is missing in an existing domain", async (kind) => {
    await aZone(service);
    const effect = { kind: "status", status: 404 } as const;
    service.emulator.faults.add({ path: "/domains/*/records", times: "always", effect });
    expect(await messageOf(list(kind))).toContain("HTTP 404");
  });

  test("of a domain that does not exist", async () => {
    expect(await messageOf(list("DomainRecord", { domainId: 999 }))).toContain("HTTP 404");
    expect(await messageOf(list("DomainRecord", { domainId: "../5" }))).toContain("domainId");
  });
});

test("skips the contents of a domain that is deleted meanwhile", async () => {
  const [one] = await twoZones(service);
  const [id] = await made(service, "DomainRecord", { domainId: one, ...WWW });
  const zones = await listed(service, "/domains");
  answerWith(...zones, { ...zones[0], id: 999 });
  expect(await list("DomainRecord")).toMatchObject([{ id }]);
});

test("covers every type, except actions that create nothing (add a row for a new one)", () => {
  const without = actions.filter(({ action }) => action.evidence.shows !== "object");
  const expected = kinds.filter((kind) => !without.some((action) => action.kind === kind.kind));
  expect(Object.keys(ACCOUNTS).sort()).toEqual(expected.map(({ kind }) => kind).sort());
});
