import type { Values } from "../../provider/definition/values";
import { plainSpecimens } from "../kinds";
import type { Specimen } from "../kinds/specimen";
import { aBackup, aDatabase, anInstance, aSnapshot } from "../support/action-programs";
import { ACTION_KINDS, aWorldFor } from "../support/action-worlds";
import { Deployment } from "../support/deployment";
import { nativeFrontEnd } from "../support/native-front-end";
import { aZone, listed, MASTER, messageOf, MONGO } from "../support/programs";
import { useService } from "../support/service";
import type { Service } from "../support/service";

const service = useService();
/** Here, `pulumi import` reads a resource that is not in state. */
const native = useService({ provisionMs: 0 }, nativeFrontEnd);
const list = (kind: string, args: Values = {}) => service.process()(kind).list(args);
const paths = (): string[] => service.requests().map(({ path }) => path);
const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const MAIL = { type: "MX", target: "mail.example", priority: 10, ttlSec: 300 };

/** A resource that a program created, with its ID and its inputs. */
interface Made {
  readonly id: string;
  readonly args: Values;
}

async function made(account: Service, kind: string, ...all: readonly Values[]): Promise<Made[]> {
  const resources: Made[] = [];
  for (const args of all) {
    const deployment = new Deployment(account, kind, `r${resources.length}`);
    await deployment.up(args);
    resources.push({ id: deployment.recorded().id, args });
  }
  return resources;
}

/** A resource of each usual life that needs nothing else, and another one like the first. */
async function severalOf(account: Service, { kind, needs, several, lives }: Specimen): Promise<Made[]> {
  const needed = await needs(account);
  const all: Values[] = lives.filter((life) => life.needs === needs).map(({ args }) => ({ ...args, ...needed }));
  return made(account, kind, ...all, { ...all[0], ...several(0) });
}

async function twoZones(account: Service): Promise<[number, number]> {
  return [await aZone(account, "one.example"), await aZone(account, "two.example")];
}

/** Creates some resources of each type; of snapshots and backups also one that somebody else requested. */
const ACCOUNTS: Readonly<Record<string, (account: Service) => Promise<readonly Made[]>>> = {
  ...Object.fromEntries(plainSpecimens.map((one) => [one.kind, (account: Service) => severalOf(account, one)])),
  DomainRecordSet: async (account) => {
    const [one, two] = await twoZones(account);
    return made(account, "DomainRecordSet", { domainId: one, records: [WWW, MAIL] }, { domainId: two, records: [] });
  },
  InstanceSnapshot: async (account) => {
    const [one, two] = [await anInstance(account, "one"), await anInstance(account, "two")];
    await anInstance(account, "three");
    const own = await made(account, "InstanceSnapshot", { instanceId: one, label: "mine" });
    const args = { instanceId: two, label: "somebody else's" };
    return [...own, { id: `${two}/${await aSnapshot(account, two, args.label)}`, args }];
  },
  MongoDatabaseBackup: async (account) => {
    const databaseId = await aDatabase(account);
    const own = await made(account, "MongoDatabaseBackup", { databaseId, label: "mine" });
    const args = { databaseId, label: "foreign" };
    return [...own, { id: `${databaseId}/${await aBackup(account, databaseId, args.label)}`, args }];
  },
};

describe.each(Object.entries(ACCOUNTS))("a list of %s", (kind, make) => {
  test("has every resource of the account, with exactly the fields that a .get shows, and writes and records nothing", async () => {
    expect(await list(kind)).toEqual([]);
    const resources = await make(service);
    service.forget();
    const handlers = service.process()(kind);
    const all = await handlers.list({});
    expect(all.map(({ id }) => id).sort()).toEqual(resources.map(({ id }) => id).sort());
    const another = service.process()(kind);
    for (const { id, state } of all) expect(state).toStrictEqual((await another.read({ id, state: {} }))?.state);
    // A resource of the same update can import each entry.
    for (const { id, args } of resources) {
      const importing = new Deployment(service, kind, `imported-${id}`);
      await importing.up(args, { import: id }, handlers);
      expect(importing.recorded().id).toBe(id);
    }
    expect(service.writes()).toEqual([]);
  });

  test("has what `pulumi import` reads: inputs that pass a check and need no change", async () => {
    for (const { id } of await make(native)) {
      native.forget();
      const handlers = native.process()(kind);
      const found = await handlers.read({ id, state: {} });
      if (!found) throw new Error(`${kind} ${id} was not found`);
      const { inputs, failures } = await handlers.check(found.inputs, found.inputs);
      expect(failures).toEqual([]);
      const difference = await handlers.diff({ id, state: found.state }, inputs);
      expect(difference).toMatchObject({ hasChanges: false, replaces: [] });
      expect(native.writes()).toEqual([]);
    }
  });
});

test.each(ACTION_KINDS.filter((kind) => !(kind in ACCOUNTS)))(
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
  const [{ id } = {}] = await made(service, "DomainRecord", { domainId: one, ...WWW }, { domainId: two, ...MAIL });
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
  const [{ id } = {}] = await made(service, "Domain", MASTER);
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
  const [{ id } = {}] = await made(service, "DomainRecord", { domainId: one, ...WWW });
  const zones = await listed(service, "/domains");
  answerWith(...zones, { ...zones[0], id: 999 });
  expect(await list("DomainRecord")).toMatchObject([{ id }]);
});
