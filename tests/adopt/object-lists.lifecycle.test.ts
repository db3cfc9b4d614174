import type { Values } from "../../provider/definition/values";
import { ACTION_KINDS, aBackup, aDatabase, aSnapshot, aWorldFor, anInstance } from "../support/action-programs";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import type { Handlers } from "../support/front-end";
import { aDisk } from "../support/image-data";
import { aZone, DEPLOYED, EMPTY, listed, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const paths = (): string[] => service.requests().map(({ path }) => path);
const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const MAIL = { type: "MX", target: "mail.example", priority: 10, ttlSec: 300 };

interface Account {
  readonly kind: string;
  /** Creates some resources, and returns their Pulumi IDs. */
  readonly make: () => Promise<readonly string[]>;
}

/** IDs of resources that programs created with these inputs. */
async function made(kind: string, ...all: readonly Values[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, args] of all.entries()) {
    const deployment = new Deployment(service, kind, `r${index}`);
    await deployment.up(args);
    ids.push(deployment.recorded().id);
  }
  return ids;
}

async function twoZones(): Promise<[number, number]> {
  return [await aZone(service, "one.example"), await aZone(service, "two.example")];
}

const ACCOUNTS: readonly Account[] = [
  { kind: "Instance", make: () => made("Instance", { ...DEPLOYED, tags: ["blue"], alerts: { cpu: 5 } }, EMPTY) },
  {
    kind: "Domain",
    make: () => made("Domain", MASTER, { domain: "b.example", type: "slave", masterIps: ["192.0.2.1"] }),
  },
  {
    kind: "DomainRecord",
    make: async () => {
      const [one, two] = await twoZones();
      return made("DomainRecord", { domainId: one, ...WWW }, { domainId: one, ...MAIL }, { domainId: two, ...WWW });
    },
  },
  {
    kind: "DomainRecordSet",
    make: async () => {
      const [one, two] = await twoZones();
      return made("DomainRecordSet", { domainId: one, records: [WWW, MAIL] }, { domainId: two, records: [] });
    },
  },
  { kind: "MongoDatabase", make: () => made("MongoDatabase", { ...MONGO, clusterSize: 3 }, MONGO) },
  { kind: "MysqlDatabase", make: () => made("MysqlDatabase", { ...MYSQL, allowList: ["192.0.2.1"] }, MYSQL) },
  {
    kind: "Image",
    make: async () => {
      const diskId = await aDisk(service);
      return made("Image", { label: "golden", diskId }, { label: "other", description: "Another", diskId });
    },
  },
  {
    kind: "InstanceSnapshot",
    make: async () => {
      const [one, two] = [await anInstance(service, "one"), await anInstance(service, "two")];
      await anInstance(service, "three");
      const ids = await made("InstanceSnapshot", { instanceId: one, label: "mine" });
      return [...ids, `${two}/${await aSnapshot(service, two, "somebody else's")}`];
    },
  },
  {
    kind: "MongoDatabaseBackup",
    make: async () => {
      const databaseId = await aDatabase(service);
      const ids = await made("MongoDatabaseBackup", { databaseId, label: "mine" });
      return [...ids, `${databaseId}/${await aBackup(service, databaseId)}`];
    },
  },
];

describe.each(ACCOUNTS)("a list of $kind", ({ kind, make }) => {
  test("has every resource of the account, with exactly the fields that a .get shows", async () => {
    const ids = await make();
    const all = await service.process()(kind).list({});
    expect(all.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const handlers = service.process()(kind);
    for (const { id, state } of all) expect(state).toStrictEqual((await handlers.read({ id, state: {} }))?.state);
  });

  test("writes and records nothing: a resource of the same update can import each entry", async () => {
    const ids = await make();
    service.forget();
    const handlers = service.process()(kind);
    await handlers.list({});
    expect(service.writes()).toEqual([]);
    for (const id of ids) await imports(handlers, kind, id);
  });

  test("is empty for an account that has none", async () => {
    expect(await service.process()(kind).list({})).toEqual([]);
  });
});

/** Imports the resource with what a list in another process shows of it. */
async function imports(handlers: Handlers, kind: string, id: string): Promise<void> {
  const { state } = (await service.process()(kind).list({})).find((one) => one.id === id) ?? { state: {} };
  const importing = new Deployment(service, kind, `imported-${id}`);
  const args = IMPORTED[kind]?.(state) ?? {};
  await importing.up(args, { import: id }, handlers);
  expect(importing.recorded().id).toBe(id);
}

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
    expect(await service.process()(kind).list({})).toEqual([]);
    expect(service.requests()).toEqual([]);
  },
);

describe("the cost of a list", () => {
  test("is one request per page, and none per resource", async () => {
    for (let index = 0; index < 250; index++) await aZone(service, `zone-${index}.example`);
    expect(await service.process()("Domain").list({})).toHaveLength(250);
    expect(paths()).toEqual(["/domains", "/domains"]);
  });

  test("is one request per parent resource, or only one if the parent is given", async () => {
    const [one, two] = await twoZones();
    for (const kind of ["DomainRecord", "DomainRecordSet"]) {
      service.forget();
      await service.process()(kind).list({});
      expect(paths().sort()).toEqual(["/domains", `/domains/${one}/records`, `/domains/${two}/records`]);
      service.forget();
      await service
        .process()(kind)
        .list({ domainId: String(two) });
      expect(paths()).toEqual([`/domains/${two}/records`]);
    }
  });

  test("includes what a .get requests for outputs with separate paths", async () => {
    const id = await aDatabase(service);
    await service.process()("MongoDatabase").list({});
    const path = "/databases/mongodb/instances";
    expect(paths()).toEqual([path, `${path}/${id}/credentials`, `${path}/${id}/ssl`]);
  });
});

test("lists only the records of the given domain", async () => {
  const [one, two] = await twoZones();
  const [id] = await made("DomainRecord", { domainId: one, ...WWW }, { domainId: two, ...MAIL });
  expect(await service.process()("DomainRecord").list({ domainId: one })).toMatchObject([
    { id, state: { domainId: one, name: "www" } },
  ]);
  const sets = await service.process()("DomainRecordSet").list({ domainId: two });
  expect(sets).toMatchObject([{ id: `${two}/records`, state: { domainId: two, records: [MAIL] } }]);
});

test("lists no public images", async () => {
  expect(await listed(service, "/images")).not.toEqual([]);
  expect(await service.process()("Image").list({})).toEqual([]);
});

test("requests no backups of a provisioning database", async () => {
  await service.ask("POST", "/databases/mongodb/instances", { ...MONGO, label: "new" });
  service.forget();
  expect(await service.process()("MongoDatabaseBackup").list({})).toEqual([]);
  expect(paths()).toEqual(["/databases/mongodb/instances"]);
});

test("reads a resource whose list entry is incomplete", async () => {
  const [id = ""] = await made("Domain", MASTER);
  const live = await service.ask("GET", `/domains/${id}`);
  const body = { data: [{ ...live, domain: null }], page: 1, pages: 1, results: 1 };
  service.emulator.faults.add({ path: "/domains", effect: { kind: "status", status: 200, body } });
  expect(await service.process()("Domain").list({})).toMatchObject([{ id, state: { domain: MASTER.domain } }]);
});

describe("rejects a list", () => {
  const strange = { data: [{ domain: "no.example" }], page: 1, pages: 1, results: 1 };

  test.each(["Domain", "DomainRecord", "DomainRecordSet"])("of %s with an entry without an ID", async (kind) => {
    service.emulator.faults.add({ path: "/domains", effect: { kind: "status", status: 200, body: strange } });
    expect(await messageOf(service.process()(kind).list({}))).toContain("The response was discarded");
  });

  test.each(["DomainRecord", "DomainRecordSet"])("of %s that is missing in an existing domain", async (kind) => {
    await aZone(service);
    service.emulator.faults.add({
      path: "/domains/*/records",
      times: "always",
      effect: { kind: "status", status: 404 },
    });
    expect(await messageOf(service.process()(kind).list({}))).toContain("HTTP 404");
  });

  test("of a domain that does not exist", async () => {
    expect(await messageOf(service.process()("DomainRecord").list({ domainId: 999 }))).toContain("HTTP 404");
    expect(await messageOf(service.process()("DomainRecord").list({ domainId: "../5" }))).toContain("domainId");
  });
});

test("skips the contents of a domain that is deleted meanwhile", async () => {
  const [one] = await twoZones();
  const [id] = await made("DomainRecord", { domainId: one, ...WWW });
  const zones = await listed(service, "/domains");
  const body = { data: [...zones, { ...zones[0], id: 999 }], page: 1, pages: 1, results: 3 };
  service.emulator.faults.add({ path: "/domains", effect: { kind: "status", status: 200, body } });
  expect(await service.process()("DomainRecord").list({})).toMatchObject([{ id }]);
});

test("covers every resource type (add a row for a new one)", () => {
  expect(kindsWithoutRow(ACCOUNTS)).toEqual([]);
});
