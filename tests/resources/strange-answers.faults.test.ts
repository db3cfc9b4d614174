import type { FaultRule } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { creations, specimenOf } from "../kinds";
import type { Life } from "../kinds/specimen";
import { anInstance, backupsOf } from "../support/action-programs";
import { collectionOf, deployed, Deployment, pathOf, placed } from "../support/deployment";
import { faultOf, FAULTS, strikesOf, timesOf } from "../support/exchange-faults";
import type { Strike } from "../support/exchange-faults";
import { aZone, DEPLOYED, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

/**
 * A success response about anything but the requested resource counts as no response: it must not enter state or count as a create.
 * An incorrect response to a list or a read must never remove anything from state.
 */
const service = useService({ provisionMs: 1 });

const A = { type: "A", name: "www", target: "192.0.2.1" };
/** The member of a response to a create that holds the resource, if the response is not the resource itself. */
const MEMBERS: Readonly<Record<string, string>> = { "/images/upload": "image" };

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

/** Everything but the ID is null. */
const nulls = ({ id, ...rest }: Values): Values => ({
  ...Object.fromEntries(Object.keys(rest).map((name) => [name, null])),
  id,
});
const anotherId = (live: Values): Values => ({ ...live, id: typeof live.id === "string" ? "private/9" : 9 });

/** Wrong responses to a request of one resource. */
const MISTAKES: readonly [string, (live: Values) => unknown][] = [
  ["another resource", anotherId],
  ["a resource without an ID", ({ id: _, ...rest }) => rest],
  ["a null ID", (live) => ({ ...live, id: null })],
  ["an ID within a list", (live) => ({ ...live, id: [live.id] })],
  ["null fields", nulls],
  ["a list", (live) => [live]],
  ["an empty object", () => ({})],
];

/** Wrong data of a list. */
const STRANGE: readonly [string, (own: Values[]) => unknown][] = [
  ["null among the resources", (own) => [null, ...own]],
  ["null IDs", (own) => own.map((live) => ({ ...live, id: null }))],
  ["null fields", (own) => own.map(nulls)],
  ["no entries", () => []],
  ["no data", () => undefined],
];

/** The API responds to a request with this body; with a status other than 200, with an error. */
function respond(request: string, answer: unknown, more: Partial<FaultRule> = {}): void {
  const [method = "", path = ""] = request.split(" ");
  const status = typeof answer === "number" ? { status: answer } : { status: 200, body: answer };
  service.emulator.faults.add({ method, path, effect: { kind: "status", ...status }, ...more });
}
/** How often each of the faults fired. */
const fired = (): number[] => service.emulator.faults.list().map((fault) => fault.fired);
const always = { times: "always" } as const;

/** The paths of what a list shows, without images that wait for data in vain, which the service deletes. */
async function pathsIn(list: string): Promise<string[]> {
  const lasting = (await listed(service, list)).filter(({ status }) => status !== "pending_upload");
  return lasting.map(({ id }) => `${list}/${String(id)}`);
}

/** Too many to be read one by one. */
const MANY = 8;
const all = (what: string): string[] => Array<string>(MANY).fill(what);

/** Resources, each created by an `up`, in one process. */
async function manyDeployed({ kind, ...row }: Life, count = MANY) {
  const { args, list } = await placed(service, kind, row.args, row.needs);
  const upping = service.process()(kind);
  const deployments = Array.from({ length: count }, (_, index) => new Deployment(service, kind, `n${index}`));
  for (const [index, deployment] of deployments.entries())
    await deployment.up({ ...args, ...specimenOf(kind).several(index) }, {}, upping);
  service.forget();
  return { deployments, list };
}

/** `pulumi refresh` of all of them; a failure leaves the state unchanged. */
async function refreshed(kind: string, deployments: readonly Deployment[]): Promise<string[]> {
  const handlers = service.process()(kind);
  return Promise.all(deployments.map((deployment) => deployment.refresh(handlers).catch(() => "failed")));
}

describe.each(creations)("$title", (row) => {
  const { kind, post = collectionOf(kind), changes } = row;
  const begin = () => placed(service, kind, row.args, row.needs);

  test.each(NO_OBJECT)(
    "a create that takes effect and gets the response %s creates one resource and saves it in state",
    async (_, body) => {
      const { args, list } = await begin();
      const before = await pathsIn(list);
      const member = MEMBERS[post];
      const isWithin = member !== undefined && typeof body === "object";
      const answer = isWithin ? { [member]: body, upload_to: "http://x.y" } : body;
      respond(`POST ${post}`, answer, { phase: "after" });
      const deployment = new Deployment(service, kind);
      await deployment.up(args);
      expect(fired()).toEqual([1]);
      const { id } = deployment.recorded();
      expect((await pathsIn(list)).sort()).toEqual([...before, pathOf(kind, list, id)].sort());
      expect(await deployment.up(args)).toBe("same");
      await deployment.destroy();
      expect(await pathsIn(list)).toEqual(before);
    },
  );

  async function deployedAndShown(): Promise<{ deployment: Deployment; args: Values; path: string; live: Values }> {
    const { deployment, args, path } = await deployed(service, kind, row.args, row.needs);
    const live = await service.ask("GET", path);
    service.forget();
    return { deployment, args, path, live };
  }

  test("a refresh retries if the response is wrong once, and fails if it always is", async () => {
    const { deployment, path, live } = await deployedAndShown();
    const before = deployment.recorded();
    for (const [mistake, wrong] of MISTAKES) {
      respond(`GET ${path}`, wrong(live));
      expect({ mistake, found: await deployment.refresh() }).toEqual({ mistake, found: "same" });
      expect(fired()).toEqual([1]);
      respond(`GET ${path}`, wrong(live), always);
      const failed = await messageOf(deployment.refresh());
      expect({ mistake, failed }).toMatchObject({ failed: expect.stringMatching(/returned HTTP 200, but (for|with)/) });
      expect(deployment.recorded()).toMatchObject({ id: before.id, outputs: before.outputs });
      service.emulator.faults.clear();
    }
  });

  test.each(MISTAKES)(
    "an update retries if the response is %s, and the state then matches the API",
    async (_, wrong) => {
      const { deployment, args, path, live } = await deployedAndShown();
      respond(`PUT ${path}`, wrong(live));
      await deployment.up({ ...args, ...changes });
      expect(fired()).toEqual([1]);
      expect(await deployment.up({ ...args, ...changes })).toBe("same");
      expect(await deployment.refresh()).toBe("same");
    },
  );

  test("neither .get nor import sends a request for an invalid ID", async () => {
    const { args } = await begin();
    service.forget();
    const shape = /is not a valid .* ID; (use one such as|the format is \S+, for example) \S/;
    for (const id of ["../../domains/1", "1/../2", "1?x=y", "..", "1#", "a/b/c/d", "undefined"]) {
      expect(await messageOf(service.process()(kind).read({ id, state: {} }))).toMatch(shape);
      expect(await messageOf(new Deployment(service, kind).up(args, { import: id }))).toMatch(shape);
    }
    expect(service.requests().filter(({ path }) => !/regions|types|images|engines/.test(path))).toEqual([]);
  });

  // How a resource is created makes no difference for what follows.
  if (row.post !== undefined) return;

  test("no fault of the list, once or lasting, and no strange list changes what a refresh finds", async () => {
    const { deployments, list } = await manyDeployed(row);
    const shown = await service.ask("GET", list);
    const strange = STRANGE.map(([what, dataOf]): Strike => {
      const body = { ...shown, data: dataOf(shown.data as Values[]) };
      return { what, effect: { kind: "status", status: 200, body }, lasting: "from then on" };
    });
    for (const strike of [...strikesOf(FAULTS), ...strange]) {
      service.emulator.faults.add({ method: "GET", path: list, times: timesOf(strike), ...faultOf(strike) });
      const { what, lasting } = strike;
      const found = await refreshed(kind, deployments);
      expect({ what, lasting, found }).toEqual({ what, lasting, found: all("same") });
      expect(fired()[0]).toBeGreaterThan(0);
      service.emulator.faults.clear();
    }
  });

  test("one wrong 404 neither removes the resource from state nor keeps it from being deleted; lasting ones fail a destroy", async () => {
    const { deployment, path } = await deployedAndShown();
    respond(`GET ${path}`, 404);
    expect(await deployment.refresh()).toBe("same");
    respond(`DELETE ${path}`, 404, always);
    expect(await messageOf(deployment.copy().destroy())).toContain("HTTP 404");
    service.emulator.faults.clear();
    respond(`DELETE ${path}`, 404);
    await deployment.destroy();
    expect(fired()).toEqual([1]);
    expect(await service.ask("GET", path)).toMatchObject({ errors: [{ reason: "Not found" }] });
  });
});

test("the delete of an instance that is already being deleted succeeds", async () => {
  const { deployment, path } = await deployed(service, "Instance", DEPLOYED);
  await service.ask("DELETE", path);
  await deployment.destroy();
});

describe("a record set", () => {
  const records = [A, { type: "A", name: "api", target: "192.0.2.2" }];

  /** A set, its inputs, and the path of its records. */
  async function aSet(more: Values = {}) {
    const domainId = await aZone(service);
    const args = { domainId, records, ...more };
    const { deployment } = await deployed(service, "DomainRecordSet", args);
    return { deployment, args, path: `/domains/${domainId}/records` };
  }

  test("retries an update whose response is another record", async () => {
    const { deployment, args, path } = await aSet();
    respond("PUT /domains/*/records/*", { id: 9, type: "A", name: "", target: "192.0.2.9" });
    await deployment.up({ ...args, records: records.map((record) => ({ ...record, ttlSec: 3600 })) });
    expect(await deployment.refresh()).toBe("same");
    expect(await listed(service, path)).toMatchObject([{ ttl_sec: 3600 }, { ttl_sec: 3600 }]);
  });

  test.each([
    ["null", null],
    ["a record without an ID", A],
    ["a record of null fields", { id: 5, type: null, name: null, target: null }],
  ])("deletes nothing when it is exclusive and the list contains %s", async (_, entry) => {
    const { deployment, args, path } = await aSet({ exclusive: true });
    respond(`GET ${path}`, { data: [entry], page: 1, pages: 1, results: 1 }, always);
    expect(await messageOf(deployment.refresh())).toContain("a list whose entry 0");
    await messageOf(deployment.up({ ...args, records: [A] }));
    expect(service.writes()).toEqual([]);
  });

  test("keeps a member that is missing from the list and from its first read", async () => {
    const { deployment, path } = await aSet({ records: [A] });
    const [record] = await listed(service, path);
    respond(`GET ${path}`, { data: [], page: 1, pages: 1, results: 0 });
    respond(`GET ${path}/${String(record?.id)}`, 404);
    expect(await deployment.refresh()).toBe("same");
    expect(fired()).toEqual([1, 1]);
  });
});

test("finds a snapshot whose request gets a response without an ID, and takes only one", async () => {
  const instanceId = await anInstance(service, "web");
  respond(`POST ${backupsOf(instanceId)}`, {}, { phase: "after" });
  const deployment = new Deployment(service, "InstanceSnapshot");
  await deployment.up({ instanceId, label: "mine" });
  expect(service.writes()).toHaveLength(1);
  expect(deployment.recorded().id).toBe(`${instanceId}/${String(deployment.recorded().outputs.backupId)}`);
  expect(await deployment.refresh()).toBe("same");
});
