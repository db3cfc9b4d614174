import type { Values } from "../../provider/definition/values";
import { anOriginal, aSnapshot, clonesOf, foreignClones, PLACE, writesBelow } from "../support/action-programs";
import { deployed, Deployment, expectSettled } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import type { Handlers } from "../support/front-end";
import { DEPLOYED, EMPTY, errorOf, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { useStoppedRuns } from "../support/stack";

const service = useService();
const runs = useStoppedRuns(service);
const BACK = { purpose: "vlan", label: "back", ipamAddress: "10.0.0.1/24" };
const PASSWORD = { rootPass: "another-horse-2" };

/** An instance that an `up` created, whose requests are in the log. */
async function instance(args: Values): Promise<Deployment> {
  const deployment = new Deployment(service, "Instance");
  await deployment.up(args);
  return deployment;
}
const failing = (args: Values): Promise<string> => messageOf(new Deployment(service, "Instance").up(args));
/** Inputs of a clone, and of an instance from a backup, of another, unmanaged instance. */
const cloned = async (fields: Values = {}) => ({
  ...PLACE,
  cloneFrom: { instanceId: await anOriginal(service), ...fields },
});
const restored = async () => ({
  ...PLACE,
  backupId: await aSnapshot(service, await anOriginal(service, { backups_enabled: true })),
});
const live = (deployment: Deployment): Promise<Values> =>
  service.ask("GET", `/compute/instances/${deployment.recorded().id}`);
const below = (deployment: Deployment, what: string): Promise<Values[]> =>
  listed(service, `/compute/instances/${deployment.recorded().id}/${what}`);
const bodyOf = (path: string): unknown =>
  service.requests().find((entry) => entry.method === "POST" && entry.path.endsWith(path))?.requestBody;

const branded = useService({ brand: "linode" });
const SPELLINGS = ["linode/debian11", "compute/debian11"].map((image) => ({ ...DEPLOYED, image, label: "web" }));

test.each(SPELLINGS)(
  "the brand in the ID of a public image is that of the state, whichever the program has: $image",
  async (args) => {
    const created = new Deployment(branded, "Instance");
    await created.up(args);
    const imported = new Deployment(branded, "Instance", "other");
    await imported.up(args, { import: created.recorded().id });
    for (const deployment of [created, imported]) {
      const { inputs, outputs } = deployment.recorded();
      expect([inputs.image, outputs.image]).toEqual(["compute/debian11", "compute/debian11"]);
      for (const other of SPELLINGS) await expectSettled(deployment, other);
      deployment.recorded().inputs.image = "linode/debian11";
      for (const other of SPELLINGS) await expectSettled(deployment, other);
    }
  },
);

describe("an instance with a StackScript", () => {
  const data = { site_name: "shop.example", maxConns: { perHost: 5, hosts: ["a", null] }, image: "compute/x" };
  const scripted = (stackscriptData: Values) => ({ ...DEPLOYED, stackscriptId: 9001, stackscriptData });

  test("ends up running, keeps the script's data as given, and ignores the order of its members", async () => {
    const deployment = await instance(scripted(data));
    const { outputs } = deployment.recorded();
    expect(outputs).toMatchObject({ status: "running", image: "compute/debian11" });
    expect(outputs.stackscriptData).toEqual(data);
    expect(bodyOf("/instances")).toMatchObject({ stackscript_id: 9001, stackscript_data: "(secret)" });
    const turned = Object.fromEntries(Object.entries(data).reverse());
    await expectSettled(deployment, { ...scripted(turned), stackscriptId: "9001" });
  });

  test("is replaced for other data, deleting the old one first because the generated name stays", async () => {
    const deployment = await instance(scripted(data));
    const { id, outputs } = deployment.recorded();
    const changed = scripted({ ...data, maxConns: { perHost: 6, hosts: ["a", null] } });
    const replaced = { replaces: ["stackscriptData"], deleteBeforeReplace: true };
    expect(await deployment.difference(changed)).toMatchObject(replaced);
    expect(await deployment.up(changed)).toBe("replace");
    expect(deployment.recorded().id).not.toBe(id);
    expect(deployment.recorded().outputs.label).toBe(outputs.label);
  });

  test("whose data lacks a required member fails with the property's name, without the other data", async () => {
    const body = { errors: [{ field: "stackscript_data", reason: "site_name is required, not hunter22-hunter22" }] };
    const effect = { kind: "status", status: 400, body } as const;
    service.emulator.faults.add({ method: "POST", path: "/compute/instances", effect });
    const message = await failing(scripted({ token: "hunter22-hunter22" }));
    expect(message).toContain("stackscriptData: site_name is required");
    expect(message).not.toContain("hunter22");
  });
});

describe("an instance from a backup", () => {
  test("ends up running, needs no root password, and shows its image without a difference", async () => {
    const args = await restored();
    const deployment = await instance(args);
    expect(deployment.recorded().outputs).toMatchObject({ status: "running", image: "compute/debian11" });
    expect(writesBelow(service)).toEqual(["POST /compute/instances"]);
    await expectSettled(deployment, args);
    expect(await deployment.up({ ...args, backupId: String(args.backupId) })).toBe("same");
  });

  test("stays offline with booted: false", async () => {
    const deployment = await instance({ ...(await restored()), booted: false });
    expect(deployment.recorded().outputs).toMatchObject({ status: "offline", booted: false });
  });

  test("gets its own root password and interfaces after the create, which ignores them", async () => {
    const args = { ...(await restored()), ...PASSWORD, interfaces: [BACK] };
    const deployment = await instance(args);
    expect(writesBelow(service)).toEqual([
      ...["POST /compute/instances", "POST /shutdown", "POST /password", "POST /boot"],
      ...["PUT /configs/N", "POST /reboot"],
    ]);
    expect(await below(deployment, "configs")).toMatchObject([{ interfaces: [{ purpose: "vlan", label: "back" }] }]);
    expect(deployment.recorded().outputs.status).toBe("running");
    expect(await deployment.up(args)).toBe("same");
  });
});

test.each<[string, () => Promise<Values>, Values, string, string]>([
  ["the password of an instance from a backup", restored, PASSWORD, "POST", "/password"],
  ["the password of a clone", cloned, PASSWORD, "POST", "/password"],
  ["the interfaces of a clone", cloned, { interfaces: [BACK] }, "PUT", "/configs/N"],
])("if %s could not be set, the next up sets it, and creates nothing", async (_, origin, given, method, path) => {
  const args = { ...(await origin()), ...given, booted: true };
  const deployment = new Deployment(service, "Instance");
  const effect = { kind: "status", status: 400 } as const;
  service.emulator.faults.add({ method, path: `/**${path.replace("N", "*")}`, effect });
  const error: HandlerError = await errorOf(deployment.up(args));
  expect(error.id).toBe(deployment.recorded().id);
  service.forget();
  expect(await deployment.up(args)).toBe("update");
  expect(writesBelow(service)).toEqual(expect.arrayContaining([`${method} ${path}`, "POST /boot"]));
  expect(writesBelow(service).filter((write) => /clone$|instances$/.test(write))).toEqual([]);
  expect(deployment.recorded().outputs).toMatchObject({ status: "running", ...given });
  await expectSettled(deployment, args);
});

test.each<[string, () => Promise<Values>, Values]>([
  ["an instance from a backup", restored, { backupId: 99_999 }],
  ["a clone", cloned, { backupId: 60_001, cloneFrom: undefined }],
])("%s is replaced for another origin", async (_, origin, other) => {
  const args = await origin();
  const deployment = await instance(args);
  expect(await deployment.preview({ ...args, ...other })).toBe("replace");
  expect(await deployment.up({ ...DEPLOYED, ...PLACE })).toBe("replace");
  expect(deployment.recorded().outputs.status).toBe("running");
  expect(deployment.recorded().inputs).not.toHaveProperty("cloneFrom");
  await expectSettled(deployment, { ...DEPLOYED, ...PLACE });
});

describe("a clone of an instance", () => {
  test("is created with one request, waits for its source, stays offline, and what it copies is not drift", async () => {
    const args = await cloned();
    const deployment = await instance(args);
    const source = args.cloneFrom.instanceId;
    expect(service.messages()).toContain(`waiting until instance ${source} is cloned`);
    expect((await service.ask("GET", `/compute/instances/${source}`)).status).toBe("running");
    const { outputs } = deployment.recorded();
    expect(outputs).toMatchObject({ status: "offline", image: "compute/debian11", tags: ["old"], booted: false });
    expect(await below(deployment, "disks")).toHaveLength(2);
    await expectSettled(deployment, args);
    expect(writesBelow(service)).toEqual(["POST /clone"]);
  });

  test("sends what its request can carry, then the rest, and the boot last", async () => {
    const source = await anOriginal(service);
    const [disk] = await listed(service, `/compute/instances/${source}/disks`);
    const [config] = await listed(service, `/compute/instances/${source}/configs`);
    service.forget();
    const carried = { region: PLACE.region, type: "g6-standard-2", label: "green", group: "blog" };
    const set = { tags: ["new"], backups: { schedule: { day: "Monday", window: "W2" } } };
    const args = {
      ...carried,
      ...set,
      backupsEnabled: true,
      cloneFrom: { instanceId: String(source), disks: [String(disk?.id)], configs: [config?.id] },
      alerts: { cpu: 50 },
      watchdogEnabled: false,
      ...PASSWORD,
      privateIp: true,
      booted: true,
      interfaces: [BACK],
    };
    const deployment = await instance(args);
    expect(bodyOf("/clone")).toEqual({ ...carried, backups_enabled: true, disks: [disk?.id], configs: [config?.id] });
    expect(writesBelow(service)).toEqual([
      ...["POST /clone", "PUT "],
      ...["POST /ips", "POST /password", "PUT /configs/N", "POST /boot"],
    ]);
    expect(await live(deployment)).toMatchObject({ ...carried, ...set, status: "running", watchdog_enabled: false });
    expect(await below(deployment, "configs")).toMatchObject([{ interfaces: [{ label: "back" }] }]);
    await expectSettled(deployment, args);
  });

  test("of no configs has none, and differs from a clone of all configs", async () => {
    const args = await cloned({ configs: [] });
    const deployment = await instance(args);
    expect(await below(deployment, "configs")).toEqual([]);
    expect(deployment.recorded().outputs.image).toBeNull();
    const { instanceId } = args.cloneFrom;
    await expectSettled(deployment, { ...args, cloneFrom: { instanceId: String(instanceId), configs: [], disks: [] } });
    expect(await deployment.preview({ ...args, cloneFrom: { instanceId } })).toBe("replace");
    expect(await deployment.preview({ ...args, cloneFrom: { instanceId, configs: [7] } })).toBe("replace");
  });

  test("is replaced for another source; one that is missing, or that would be deleted, deletes nothing", async () => {
    const args = { ...(await cloned()), label: "green" };
    const { deployment } = await deployed(service, "Instance", args);
    const { id } = deployment.recorded();
    const from = (instanceId: number) => deployment.up({ ...args, cloneFrom: { instanceId } });
    expect(await messageOf(from(999))).toContain(`cloneFrom.instanceId: "999" does not exist`);
    expect(await messageOf(from(Number(id)))).toMatch(
      /cloneFrom.instanceId names the instance that this change would replace.*Nothing was changed/,
    );
    expect(service.writes()).toEqual([]);
    expect(await from(await anOriginal(service, { label: "other" }))).toBe("replace");
    expect(writesBelow(service)).toEqual(["DELETE ", "POST /clone"]);
    expect(deployment.recorded().id).not.toBe(id);
  });

  test("of an instance that is missing, or cannot be read, fails with the reason and without a write", async () => {
    expect(await failing({ ...PLACE, cloneFrom: { instanceId: 999 } })).toContain(
      "Cannot clone instance 999: it does not exist. Nothing was created.",
    );
    const args = await cloned();
    const path = `/compute/instances/${args.cloneFrom.instanceId}`;
    service.emulator.faults.add({ method: "GET", path, effect: { kind: "status", status: 403 } });
    expect(await failing(args)).toMatch(/Could not check whether instance \d+ is ready to be cloned: .*HTTP 403/);
    expect(service.writes()).toEqual([]);
  });

  test("that is imported accepts any cloneFrom without a difference", async () => {
    const args = { ...(await cloned()), label: "green" };
    const { id } = await service.ask("POST", "/compute/instances", { ...PLACE, label: "green" });
    service.forget();
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args, { import: String(id) });
    expect(service.writes()).toEqual([]);
    await expectSettled(deployment, args);
    await expectSettled(deployment, { ...PLACE, label: "green" });
  });

  test("left by an interrupted update is adopted while it is still cloning", async () => {
    // Only the update after the clone sends tags.
    const args = { ...(await cloned()), booted: true, tags: ["copy"] };
    await runs.killUp("before the state is written", "Instance", args);
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args, {}, runs.process()("Instance"));
    expect(await clonesOf(service, args.cloneFrom.instanceId)).toHaveLength(1);
    expect(deployment.recorded().outputs).toMatchObject({ status: "running", booted: true });
    await expectSettled(deployment, args);
  });
});

test("the size of the swap disk of an empty instance is never sent and never a difference", async () => {
  const deployment = await instance({ ...EMPTY, swapSize: 256 });
  expect(bodyOf("/instances")).not.toHaveProperty("swap_size");
  for (const args of [{ ...EMPTY, swapSize: 512 }, EMPTY]) {
    expect(await deployment.difference(args)).toMatchObject({ hasChanges: false });
  }
  expect(deployment.recorded().outputs.status).toBe("offline");
});

const CLONE = "/compute/instances/*/clone";
const from = (instanceId: number): Values => ({ ...PLACE, cloneFrom: { instanceId } });
const aClone = (name = "web") => new Deployment(service, "Instance", name);
const process = (signal?: AbortSignal): Handlers => service.process({ ...(signal && { signal }) })("Instance");
/** The statuses of the requests to clone. */
const statuses = (): number[] =>
  service
    .requests()
    .flatMap(({ method, path, status }) => (method === "POST" && path.endsWith("/clone") ? [status] : []));

/** So many clones at once. */
function clonesAtOnce(count: number, source: number, handlers = process()) {
  const deployments = Array.from({ length: count }, (_, index) => aClone(`c-${index}`));
  const ended = Promise.allSettled(deployments.map((deployment) => deployment.up(from(source), {}, handlers)));
  /** How many `up`s succeeded. */
  const succeeded = async () => (await ended).filter(({ status }) => status === "fulfilled").length;
  return { deployments, succeeded };
}

/** The most clones in progress at once, according to the API's events. */
async function mostAtOnce(): Promise<number> {
  const events = (await listed(service, "/account/events")).filter(({ action }) => action === "compute_clone");
  const spans = events.map(({ created, duration }) => {
    const begin = Date.parse(`${String(created)}Z`);
    return { begin, end: begin + Number(duration) * 1000 };
  });
  return Math.max(...spans.map(({ begin }) => spans.filter((one) => one.begin <= begin && begin < one.end).length));
}

describe("clones of one source", () => {
  test("are queued in one process, so that never more than five run", async () => {
    const source = await anOriginal(service);
    expect(await clonesAtOnce(12, source).succeeded()).toBe(12);
    expect(await clonesOf(service, source)).toHaveLength(12);
    expect(statuses()).toEqual(Array(12).fill(200));
    expect(await mostAtOnce()).toBe(5);
    expect(service.messages()).toContain(`queued: no more than 5 clones of instance ${source} are created at once`);
  });

  test("include a sixth that waits while other processes create five, and prints why", async () => {
    const source = await anOriginal(service);
    await foreignClones(service, source, 5);
    const deployment = aClone();
    await deployment.up(from(source));
    expect(statuses().at(0)).toBe(400);
    expect(statuses().filter((status) => status !== 400)).toEqual([200]);
    const waiting = expect.stringMatching(/At most 5 clones.*; waiting to clone instance \d+/);
    expect(service.messages()).toContainEqual(waiting);
    expect(await clonesOf(service, source)).toHaveLength(6);
    expect(await deployment.up(from(source))).toBe("same");
  });

  test("that are queued are not started once the process is stopped", async () => {
    const source = await anOriginal(service);
    const controller = new AbortController();
    const { deployments, succeeded } = clonesAtOnce(7, source, process(controller.signal));
    while (statuses().filter((status) => status === 200).length < 5) await new Promise(setImmediate);
    controller.abort(new Error("stopped by the user"));
    expect(await succeeded()).toBe(0);
    expect(statuses()).toHaveLength(5);
    expect(deployments.filter(({ state }) => state !== undefined)).toHaveLength(5);
  });
});

describe("a busy source", () => {
  test("is waited for before the clone", async () => {
    const source = await anOriginal(service);
    await service.ask("POST", `/compute/instances/${source}/reboot`);
    await aClone().up(from(source));
    expect(statuses()).toHaveLength(1);
    expect(service.messages()).toContainEqual(expect.stringContaining("is rebooting; waiting to clone instance"));
  });

  test("is waited for even if its status does not show it", async () => {
    const source = await anOriginal(service, { backups_enabled: true });
    await service.ask("POST", `/compute/instances/${source}/backups`, { label: "snap" });
    await aClone().up(from(source));
    expect([statuses().at(0), statuses().at(-1)]).toEqual([400, 200]);
    expect(service.messages()).toContainEqual(expect.stringContaining("Compute busy; waiting to clone"));
  });

  test("beyond the timeout fails the create, with nothing created or recorded", async () => {
    const source = await anOriginal(service);
    const effect = { kind: "status", status: 400, body: { errors: [{ reason: "Compute busy." }] } } as const;
    service.emulator.faults.add({ path: CLONE, times: "always", effect });
    const deployment = aClone();
    const message = await messageOf(deployment.up(from(source), { timeouts: { create: 30 } }));
    expect(message).toMatch(/Could not clone instance \d+ \(.*busy\) after 30 seconds.*customTimeouts/);
    expect(deployment.state).toBeUndefined();
    expect(await clonesOf(service, source)).toEqual([]);
  });

  test("that is being deleted cannot be cloned", async () => {
    const source = await anOriginal(service);
    await service.ask("DELETE", `/compute/instances/${source}`);
    expect(await messageOf(aClone().up(from(source)))).toMatch(/"deleting"|does not exist/);
    expect(statuses()).toEqual([]);
  });
});

test("a rejected clone fails at once, without an ID, or once other clones finish, if waiting does not help", async () => {
  const source = await anOriginal(service, { type: "g6-standard-4" });
  const deployment = aClone();
  expect(await messageOf(deployment.up(from(source)))).toContain("Insufficient space");
  expect(deployment.state).toBeUndefined();
  expect(statuses()).toHaveLength(1);
  const body = { region: PLACE.region, type: "g6-standard-4", label: "foreign" };
  await service.ask("POST", `/compute/instances/${source}/clone`, body);
  expect(await messageOf(deployment.up(from(source)))).toContain("Insufficient space");
});

describe("a clone that exceeds its timeout", () => {
  const options = { timeouts: { create: 1 } };

  test("keeps its ID, and the next up resumes waiting without a second clone", async () => {
    const source = await anOriginal(service);
    const deployment = aClone();
    expect(await messageOf(deployment.up(from(source), options))).toMatch(
      /is still "cloning" after 1 seconds. Progress is saved: run the same command/,
    );
    expect(await deployment.up(from(source), options)).toBe("update");
    expect(writesBelow(service)).toEqual(["POST /clone"]);
    expect((await service.ask("GET", `/compute/instances/${source}`)).status).toBe("running");
    expect(await deployment.up(from(source), options)).toBe("same");
  });

  test("is waited for even if its source no longer exists by then", async () => {
    const source = await anOriginal(service);
    const args = { ...from(source), booted: true };
    const deployment = aClone();
    await errorOf(deployment.up(args, options));
    await service.ask("DELETE", `/compute/instances/${source}`);
    await deployment.up(args, options);
    expect(deployment.recorded().outputs.status).toBe("running");
  });
});
