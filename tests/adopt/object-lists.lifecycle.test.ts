import type { Values } from "../../provider/definition/values";
import { actions, kinds } from "../../provider/resources/registry";
import { ACTION_KINDS, aBackup, aDatabase, aSnapshot, aWorldFor, anInstance } from "../support/action-programs";
import { Deployment } from "../support/deployment";
import type { Handlers } from "../support/front-end";
import { aDisk } from "../support/image-data";
import { nativeFrontEnd } from "../support/native-front-end";
import { aZone, DEPLOYED, EMPTY, listed, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import type { Service } from "../support/service";

const service = useService();
/** Here, `pulumi import` reads a resource that is not in state. */
const native = useService({ provisionMs: 0 }, nativeFrontEnd);
const paths = (): string[] => service.requests().map(({ path }) => path);
const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const MAIL = { type: "MX", target: "mail.example", priority: 10, ttlSec: 300 };

interface Account {
  readonly kind: string;
  /** Creates some resources, and returns their Pulumi IDs. */
  readonly make: (account: Service) => Promise<readonly string[]>;
}

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

const ACCOUNTS: readonly Account[] = [
  {
    kind: "Instance",
    make: (account) =>
      made(account, "Instance", { ...DEPLOYED, tags: ["blue"], alerts: { cpu: 5 }, backupsEnabled: true }, EMPTY),
  },
  {
    kind: "Domain",
    make: (account) =>
      made(account, "Domain", MASTER, { domain: "b.example", type: "slave", masterIps: ["192.0.2.1"] }),
  },
  {
    kind: "DomainRecord",
    make: async (account) => {
      const [one, two] = await twoZones(account);
      return made(
        account,
        "DomainRecord",
        { domainId: one, ...WWW },
        { domainId: one, ...MAIL },
        { domainId: two, ...WWW },
      );
    },
  },
  {
    kind: "DomainRecordSet",
    make: async (account) => {
      const [one, two] = await twoZones(account);
      return made(account, "DomainRecordSet", { domainId: one, records: [WWW, MAIL] }, { domainId: two, records: [] });
    },
  },
  { kind: "MongoDatabase", make: (account) => made(account, "MongoDatabase", { ...MONGO, clusterSize: 3 }, MONGO) },
  {
    kind: "MysqlDatabase",
    make: (account) => made(account, "MysqlDatabase", { ...MYSQL, allowList: ["192.0.2.1"] }, MYSQL),
  },
  {
    kind: "Image",
    make: async (account) => {
      const diskId = await aDisk(account);
      return made(account, "Image", { label: "golden", diskId }, { label: "other", description: "Another", diskId });
    },
  },
  {
    kind: "InstanceSnapshot",
    make: async (account) => {
      const [one, two] = [await anInstance(account, "one"), await anInstance(account, "two")];
      await anInstance(account, "three");
      const ids = await made(account, "InstanceSnapshot", { instanceId: one, label: "mine" });
      return [...ids, `${two}/${await aSnapshot(account, two, "somebody else's")}`];
    },
  },
  {
    kind: "MongoDatabaseBackup",
    make: async (account) => {
      const databaseId = await aDatabase(account);
      const ids = await made(account, "MongoDatabaseBackup", { databaseId, label: "mine" });
      return [...ids, `${databaseId}/${await aBackup(account, databaseId)}`];
    },
  },
];

describe.each(ACCOUNTS)("a list of $kind", ({ kind, make }) => {
  test("has every resource of the account, with exactly the fields that a .get shows", async () => {
    const ids = await make(service);
    const all = await service.process()(kind).list({});
    expect(all.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const handlers = service.process()(kind);
    for (const { id, state } of all) expect(state).toStrictEqual((await handlers.read({ id, state: {} }))?.state);
  });

  test("writes and records nothing: a resource of the same update can import each entry", async () => {
    const ids = await make(service);
    service.forget();
    const handlers = service.process()(kind);
    await handlers.list({});
    expect(service.writes()).toEqual([]);
    for (const id of ids) await imports(handlers, kind, id);
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
    const [one, two] = await twoZones(service);
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
  const [one, two] = await twoZones(service);
  const [id] = await made(service, "DomainRecord", { domainId: one, ...WWW }, { domainId: two, ...MAIL });
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
  const [id = ""] = await made(service, "Domain", MASTER);
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
    const effect = { kind: "status", status: 404 } as const;
    service.emulator.faults.add({ path: "/domains/*/records", times: "always", effect });
    expect(await messageOf(service.process()(kind).list({}))).toContain("HTTP 404");
  });

  test("of a domain that does not exist", async () => {
    expect(await messageOf(service.process()("DomainRecord").list({ domainId: 999 }))).toContain("HTTP 404");
    expect(await messageOf(service.process()("DomainRecord").list({ domainId: "../5" }))).toContain("domainId");
  });
});

test("skips the contents of a domain that is deleted meanwhile", async () => {
  const [one] = await twoZones(service);
  const [id] = await made(service, "DomainRecord", { domainId: one, ...WWW });
  const zones = await listed(service, "/domains");
  const body = { data: [...zones, { ...zones[0], id: 999 }], page: 1, pages: 1, results: 3 };
  service.emulator.faults.add({ path: "/domains", effect: { kind: "status", status: 200, body } });
  expect(await service.process()("DomainRecord").list({})).toMatchObject([{ id }]);
});

test("covers every type, except actions that create nothing (add a row for a new one)", () => {
  const without = actions.filter(({ action }) => action.evidence.shows !== "object");
  const expected = kinds.filter((kind) => !without.some((action) => action.kind === kind.kind));
  expect(ACCOUNTS.map(({ kind }) => kind).sort()).toEqual(expected.map(({ kind }) => kind).sort());
});
