import type { FaultEffect } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { anInstance, backupsOf } from "../support/action-programs";
import { collectionOf } from "../support/collections";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { aDisk, aFile } from "../support/image-data";
import { aZone, DEPLOYED, listed, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { isWhole } from "../support/whole-suite";

/** A success response about anything but the requested resource counts as no response: it must not enter state or count as a create. */
const service = useService({ provisionMs: 1 });

interface Kind {
  readonly kind: string;
  readonly way?: string;
  readonly prepare: () => Promise<Values>;
  /** Path of the create, if it is not the collection's. */
  readonly post?: string;
  readonly change: Values;
  /** Member of the response that holds the resource. */
  readonly within?: string;
}

const NAME = { label: "shop" };

const KINDS: readonly Kind[] = [
  { kind: "Instance", prepare: () => Promise.resolve(DEPLOYED), change: { tags: ["blue"] } },
  { kind: "Domain", prepare: () => Promise.resolve(MASTER), change: { description: "shop" } },
  {
    kind: "Domain",
    way: ", a clone",
    prepare: async () => ({ domain: "copy.example", type: "master", cloneFrom: await aZone(service) }),
    post: "/domains/*/clone",
    change: { description: "shop" },
  },
  {
    kind: "DomainRecord",
    prepare: async () => ({ type: "A", name: "www", target: "192.0.2.1", domainId: await aZone(service) }),
    change: { ttlSec: 3600 },
  },
  { kind: "MongoDatabase", prepare: () => Promise.resolve(MONGO), change: { allowList: ["192.0.2.1"] } },
  { kind: "MysqlDatabase", prepare: () => Promise.resolve(MYSQL), change: { allowList: ["192.0.2.1"] } },
  {
    kind: "Image",
    way: ", captured",
    prepare: async () => ({ diskId: await aDisk(service) }),
    change: { description: "Base" },
  },
  {
    kind: "Image",
    way: ", uploaded",
    prepare: () => Promise.resolve({ region: "us-east", source: aFile(), ...NAME }),
    post: "/images/upload",
    change: { description: "Base" },
    within: "image",
  },
];

/** What the API, or a proxy in front of it, may return in place of the new resource. */
const NO_OBJECT: readonly [string, unknown][] = [
  ["{}", {}],
  ["[]", []],
  ["null", "null"],
  ["true", "true"],
  ...[null, true, {}, [], "", "../domains/1", "1?page=2", "..", 0, -1, 1.5, [1]].map(
    (id) => [JSON.stringify({ id }), { id }] as [string, unknown],
  ),
];

const ANSWERS = NO_OBJECT.flatMap(([what, body]) =>
  (["after", "before"] as const).map((phase) => [what, phase, body] as const),
);

/** In `npm test`, each resource type gets a quarter of the responses, and each response two resource types. */
function sample<T>(rows: readonly T[], turn: number): readonly T[] {
  return isWhole ? rows : rows.filter((_, index) => (index + turn) % 4 === 0);
}

async function objectsIn(list: string): Promise<Values[]> {
  const all = await listed(service, list);
  return all.filter(({ isPublic, is_public = isPublic, domain }) => is_public !== true && domain !== "zone.example");
}

const own = (id: string): string => id.slice(id.indexOf("/", id.startsWith("private/") ? 8 : 0) + 1);

describe.each(KINDS)("$kind$way", (row) => {
  const { kind, post = collectionOf(kind), within, prepare, change } = row;
  const listWith = ({ id }: { id: string }): string => collectionOf(kind, id.split("/")[0]);

  test.each(sample(ANSWERS, KINDS.indexOf(row)))(
    "a create that gets the response %s, %s it takes effect, creates one resource and saves it in state",
    async (_, phase, body) => {
      const args = await prepare();
      const answer =
        within !== undefined && typeof body === "object" ? { [within]: body, upload_to: "http://x.y" } : body;
      const effect = { kind: "status", status: 200, body: answer } as const;
      service.emulator.faults.add({ method: "POST", path: post, effect, phase });
      const deployment = new Deployment(service, kind);
      await deployment.up(args);
      expect(service.emulator.faults.list()).toMatchObject([{ fired: 1 }]);
      const { id } = deployment.recorded();
      expect((await objectsIn(listWith({ id }))).map((live) => String(live.id))).toEqual([own(id)]);
      expect(await deployment.up(args)).toBe("same");
      await deployment.destroy();
      expect(await objectsIn(listWith({ id }))).toEqual([]);
    },
  );

  test("a create whose responses never contain a valid ID fails and saves no ID", async () => {
    const args = await prepare();
    const effect = { kind: "status", status: 200, body: { id: "../domains/1" } } as const;
    service.emulator.faults.add({ method: "POST", path: post, times: "always", effect, phase: "before" });
    const deployment = new Deployment(service, kind);
    expect(await messageOf(deployment.up(args))).toMatch(
      /creating .*ambiguous response.*run `pulumi up` again once the service recovers/i,
    );
    expect(deployment.state).toBeUndefined();
  });

  const MISTAKES: readonly [string, (live: Values) => unknown][] = [
    ["another resource", (live) => ({ ...live, id: typeof live.id === "string" ? "private/9" : 9 })],
    ["a resource without an ID", ({ id: _, ...rest }) => rest],
    ["a null ID", (live) => ({ ...live, id: null })],
    ["an ID within a list", (live) => ({ ...live, id: [live.id] })],
    [
      "null fields",
      ({ id, ...rest }) => ({ ...Object.fromEntries(Object.keys(rest).map((name) => [name, null])), id }),
    ],
    ["a list", (live) => [live]],
    ["an empty object", () => ({})],
  ];

  async function deployedAndShown(): Promise<{ deployment: Deployment; args: Values; path: string; live: Values }> {
    const args = await prepare();
    const deployment = new Deployment(service, kind);
    await deployment.up(args);
    const { id } = deployment.recorded();
    const path = `${listWith({ id })}/${own(id)}`;
    return { deployment, args, path, live: await service.ask("GET", path) };
  }

  test("a refresh retries if the response is wrong once, and fails if it always is", async () => {
    const { deployment, path, live } = await deployedAndShown();
    const before = deployment.recorded();
    const { faults } = service.emulator;
    for (const [mistake, wrong] of MISTAKES) {
      const effect: FaultEffect = { kind: "status", status: 200, body: wrong(live) };
      faults.add({ method: "GET", path, effect });
      expect({ mistake, found: await deployment.refresh() }).toEqual({ mistake, found: "same" });
      expect(faults.list()).toMatchObject([{ fired: 1 }]);
      faults.add({ method: "GET", path, times: "always", effect });
      const failed = await messageOf(deployment.refresh());
      expect({ mistake, failed }).toMatchObject({
        failed: expect.stringMatching(/returned HTTP 200, but (for|with)/) as string,
      });
      expect(deployment.recorded()).toMatchObject({ id: before.id, outputs: before.outputs });
      faults.clear();
    }
  });

  test.each(sample(MISTAKES, KINDS.indexOf(row)))(
    "an update retries if the response is %s, and the state then matches the API",
    async (_, wrong) => {
      const { deployment, args, path, live } = await deployedAndShown();
      const effect: FaultEffect = { kind: "status", status: 200, body: wrong(live) };
      service.emulator.faults.add({ method: "PUT", path, effect });
      await deployment.up({ ...args, ...change });
      expect(service.emulator.faults.list()).toMatchObject([{ fired: 1 }]);
      expect(await deployment.up({ ...args, ...change })).toBe("same");
      expect(await deployment.refresh()).toBe("same");
    },
  );

  test("an update whose response is always another resource fails, and the next one succeeds", async () => {
    const { deployment, args, path, live } = await deployedAndShown();
    const body = { ...live, id: typeof live.id === "string" ? "private/9" : 9 };
    const effect: FaultEffect = { kind: "status", status: 200, body };
    service.emulator.faults.add({ method: "PUT", path, times: "always", effect });
    const { id } = deployment.recorded();
    expect(await messageOf(deployment.up({ ...args, ...change }))).toContain("but for a resource with ID");
    expect(deployment.recorded().id).toBe(id);
    service.emulator.faults.clear();
    expect(await deployment.up({ ...args, ...change })).toBe("update");
    expect(await deployment.refresh()).toBe("same");
  });

  test("neither .get nor import sends a request for an invalid ID", async () => {
    const args = await prepare();
    service.forget();
    const shape = /is not a valid .* ID; (use one such as|the format is \S+, for example) \S/;
    for (const id of ["../../domains/1", "1/../2", "1?x=y", "..", "1#", "a/b/c/d", "undefined"]) {
      expect(await messageOf(service.process()(kind).read({ id, state: {} }))).toMatch(shape);
      expect(await messageOf(new Deployment(service, kind).up(args, { import: id }))).toMatch(shape);
    }
    expect(service.requests().filter(({ path }) => !/regions|types|images|engines/.test(path))).toEqual([]);
  });
});

describe("a record set", () => {
  const records = [
    { type: "A", name: "www", target: "192.0.2.1" },
    { type: "A", name: "api", target: "192.0.2.2" },
  ];

  test.each(NO_OBJECT)("creates each record once if a response is %s", async (_, body) => {
    const domainId = await aZone(service);
    const path = `/domains/${domainId}/records`;
    const effect = { kind: "status", status: 200, body } as const;
    service.emulator.faults.add({ method: "POST", path, effect, phase: "after" });
    service.emulator.faults.add({ method: "POST", path, effect, nth: 2 });
    const { deployment } = await deployed(service, "DomainRecordSet", { domainId, records });
    const ids = (await listed(service, path)).map(({ id }) => Number(id));
    expect(ids).toHaveLength(2);
    expect(new Set(deployment.recorded().outputs.recordIds as number[])).toEqual(new Set(ids));
    await deployment.destroy();
    expect(await listed(service, path)).toEqual([]);
  });

  test("retries an update whose response is another record", async () => {
    const domainId = await aZone(service);
    const { deployment } = await deployed(service, "DomainRecordSet", { domainId, records });
    const changed = records.map((record) => ({ ...record, ttlSec: 3600 }));
    const effect = { kind: "status", status: 200, body: { id: 9, type: "A", name: "", target: "192.0.2.9" } } as const;
    service.emulator.faults.add({ method: "PUT", path: "/domains/*/records/*", effect });
    await deployment.up({ domainId, records: changed });
    expect(await deployment.refresh()).toBe("same");
    expect(await listed(service, `/domains/${domainId}/records`)).toMatchObject([{ ttl_sec: 3600 }, { ttl_sec: 3600 }]);
  });

  test.each([
    ["null", [null]],
    ["a record without an ID", [{ type: "A", name: "www", target: "192.0.2.1" }]],
    ["a record of null fields", [{ id: 5, type: null, name: null, target: null }]],
  ])("deletes nothing when it is exclusive and the list contains %s", async (_, data) => {
    const domainId = await aZone(service);
    const deployment = new Deployment(service, "DomainRecordSet");
    const args = { domainId, records, exclusive: true };
    await deployment.up(args);
    const body = { data, page: 1, pages: 1, results: 1 };
    const effect = { kind: "status", status: 200, body } as const;
    service.emulator.faults.add({ method: "GET", path: `/domains/${domainId}/records`, times: "always", effect });
    service.forget();
    expect(await messageOf(deployment.refresh())).toContain("a list whose entry 0");
    await messageOf(deployment.up({ ...args, records: [records[0]] }));
    expect(service.writes()).toEqual([]);
  });
});

test.each(NO_OBJECT)("finds a snapshot whose request gets the response %s, and takes only one", async (_, body) => {
  const instanceId = await anInstance(service, "web");
  const effect = { kind: "status", status: 200, body } as const;
  service.emulator.faults.add({ method: "POST", path: backupsOf(instanceId), effect, phase: "after" });
  const deployment = new Deployment(service, "InstanceSnapshot");
  await deployment.up({ instanceId, label: "mine" });
  expect(service.writes()).toHaveLength(1);
  expect(deployment.recorded().id).toBe(`${instanceId}/${String(deployment.recorded().outputs.backupId)}`);
  expect(await deployment.refresh()).toBe("same");
});

test("covers every resource type (add a row for a new one)", () => {
  expect(kindsWithoutRow(KINDS)).toEqual([]);
});
