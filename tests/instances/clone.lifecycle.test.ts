import fc from "fast-check";
import { tries } from "../support/chance";
import type { Values } from "../../provider/definition/values";
import { twoClones } from "../support/arbitrary-instances";
import { anOriginal, clonesOf, PLACE, writesBelow } from "../support/clones";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { DEPLOYED, errorOf, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { useStoppedRuns } from "../support/stopped-run";
import { expectSettled } from "../support/settled";

const service = useService();
const runs = useStoppedRuns(service);
const cloned = async (fields: Values = {}) => ({
  ...PLACE,
  cloneFrom: { instanceId: await anOriginal(service), ...fields },
});
const live = (deployment: Deployment): Promise<Values> =>
  service.ask("GET", `/compute/instances/${deployment.recorded().id}`);
const below = (deployment: Deployment, what: string): Promise<Values[]> =>
  listed(service, `/compute/instances/${deployment.recorded().id}/${what}`);
const cloneBody = (): unknown => service.requests().find(({ path }) => path.endsWith("/clone"))?.requestBody;

describe("a clone of an instance", () => {
  test("is created with one request, waits for its source, stays offline, and what it copies is not drift", async () => {
    const args = await cloned();
    const deployment = new Deployment(service, "Instance");
    expect(await deployment.up(args)).toBe("create");
    expect(writesBelow(service)).toEqual(["POST /clone"]);
    const source = args.cloneFrom.instanceId;
    expect(service.messages()).toContain(`waiting until instance ${source} is cloned`);
    expect((await service.ask("GET", `/compute/instances/${source}`)).status).toBe("running");
    const { outputs } = deployment.recorded();
    expect(outputs).toMatchObject({ status: "offline", image: "compute/debian11", tags: ["old"], booted: false });
    expect(await below(deployment, "disks")).toHaveLength(2);
    await expectSettled(deployment, args);
    expect(writesBelow(service)).toEqual(["POST /clone"]);
  });

  test("is booted with booted: true", async () => {
    const args = { ...(await cloned()), booted: true };
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args);
    expect(writesBelow(service)).toEqual(["POST /clone", "POST /boot"]);
    expect(deployment.recorded().outputs).toMatchObject({ status: "running", booted: true });
    await expectSettled(deployment, args);
  });

  test("sends what its request can carry, then the rest, and the boot last", async () => {
    const [disk] = await listed(service, `/compute/instances/${await anOriginal(service)}/disks`);
    const [original] = await listed(service, "/compute/instances");
    const source = Number(original?.id);
    const [config] = await listed(service, `/compute/instances/${source}/configs`);
    service.forget();
    const args = {
      region: PLACE.region,
      type: "g6-standard-2",
      label: "green",
      group: "blog",
      backupsEnabled: true,
      cloneFrom: { instanceId: String(source), disks: [String(disk?.id)], configs: [config?.id] },
      tags: ["new"],
      alerts: { cpu: 50 },
      watchdogEnabled: false,
      rootPass: "another-horse-2",
      privateIp: true,
      booted: true,
      backups: { schedule: { day: "Monday", window: "W2" } },
      interfaces: [{ purpose: "vlan", label: "back", ipamAddress: "10.0.0.1/24" }],
    };
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args);
    expect(cloneBody()).toEqual({
      region: PLACE.region,
      type: "g6-standard-2",
      label: "green",
      group: "blog",
      backups_enabled: true,
      disks: [disk?.id],
      configs: [config?.id],
    });
    expect(writesBelow(service)).toEqual([
      ...["POST /clone", "PUT "],
      ...["POST /ips", "POST /password", "PUT /configs/N", "POST /boot"],
    ]);
    expect(await live(deployment)).toMatchObject({
      status: "running",
      type: "g6-standard-2",
      label: "green",
      tags: ["new"],
      watchdog_enabled: false,
      backups: { enabled: true, schedule: { day: "Monday", window: "W2" } },
    });
    expect(await below(deployment, "configs")).toMatchObject([{ interfaces: [{ label: "back" }] }]);
    await expectSettled(deployment, args);
  });

  test("of no configs has none, and differs from a clone of all configs", async () => {
    const args = await cloned({ configs: [] });
    const { deployment } = await deployed(service, "Instance", args);
    expect(await below(deployment, "configs")).toEqual([]);
    expect(deployment.recorded().outputs.image).toBeNull();
    const { instanceId } = args.cloneFrom;
    await expectSettled(deployment, { ...args, cloneFrom: { instanceId: String(instanceId), configs: [], disks: [] } });
    expect(await deployment.preview({ ...args, cloneFrom: { instanceId } })).toBe("replace");
    expect(await deployment.preview({ ...args, cloneFrom: { instanceId, configs: [7] } })).toBe("replace");
  });

  test("is replaced if the program switches to an image or a backup", async () => {
    const args = await cloned();
    const { deployment } = await deployed(service, "Instance", args);
    expect(await deployment.preview({ ...PLACE, backupId: 60_001 })).toBe("replace");
    expect(await deployment.up({ ...DEPLOYED, ...PLACE })).toBe("replace");
    expect(deployment.recorded().outputs.status).toBe("running");
    expect(deployment.recorded().inputs).not.toHaveProperty("cloneFrom");
    await expectSettled(deployment, { ...DEPLOYED, ...PLACE });
  });

  test("is replaced for another source; a missing source deletes nothing", async () => {
    const args = { ...(await cloned()), label: "green" };
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args);
    const { id } = deployment.recorded();
    service.forget();
    const message = await messageOf(deployment.up({ ...args, cloneFrom: { instanceId: 999 } }));
    expect(message).toContain(`cloneFrom.instanceId: "999" does not exist`);
    expect(service.writes()).toEqual([]);
    const other = await anOriginal(service, { label: "other" });
    expect(await deployment.up({ ...args, cloneFrom: { instanceId: other } })).toBe("replace");
    expect(writesBelow(service)).toEqual(["DELETE ", "POST /clone"]);
    expect(deployment.recorded().id).not.toBe(id);
  });

  test("cannot be cloned from the instance that it replaces", async () => {
    const deployment = new Deployment(service, "Instance");
    await deployment.up({ ...PLACE, label: "green" });
    const { id } = deployment.recorded();
    service.forget();
    const handlers = deployment.process();
    const wanted = { ...PLACE, label: "green", cloneFrom: { instanceId: Number(id) } };
    const message = await messageOf(deployment.up(wanted, {}, handlers));
    expect(message).toMatch(
      /cloneFrom.instanceId names the instance that this change would replace.*Nothing was changed/,
    );
    expect(service.writes()).toEqual([]);
  });

  test("of an instance that is missing, or cannot be read, fails with the reason and without a write", async () => {
    const missing = { ...PLACE, cloneFrom: { instanceId: 999 } };
    expect(await messageOf(new Deployment(service, "Instance").up(missing))).toContain(
      "Cannot clone instance 999: it does not exist. Nothing was created.",
    );
    const args = await cloned();
    const path = `/compute/instances/${args.cloneFrom.instanceId}`;
    service.emulator.faults.add({ method: "GET", path, effect: { kind: "status", status: 403 } });
    expect(await messageOf(new Deployment(service, "Instance").up(args))).toMatch(
      /Could not check whether instance \d+ is ready to be cloned: .*HTTP 403/,
    );
    expect(service.writes()).toEqual([]);
  });

  test("that is imported accepts any cloneFrom without a difference", async () => {
    const source = await anOriginal(service);
    const { id } = await service.ask("POST", "/compute/instances", { ...PLACE, label: "green" });
    service.forget();
    const args = { ...PLACE, label: "green", cloneFrom: { instanceId: source } };
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args, { import: String(id) });
    expect(service.writes()).toEqual([]);
    await expectSettled(deployment, args);
    await expectSettled(deployment, { ...PLACE, label: "green" });
  });

  const interfaces = [{ purpose: "vlan", label: "back" }];
  test.each([
    { what: "password", more: { rootPass: "another-horse-2" }, method: "POST", path: "password", write: "/password" },
    { what: "interfaces", more: { interfaces }, method: "PUT", path: "configs/*", write: "/configs/N" },
  ])("whose $what could not be set is completed by the next up, and not cloned again", async (step) => {
    const { more, method, path, write } = step;
    const args = { ...(await cloned()), ...more, booted: true };
    const deployment = new Deployment(service, "Instance");
    service.emulator.faults.add({ method, path: `/**/${path}`, effect: { kind: "status", status: 400 } });
    const error: HandlerError = await errorOf(deployment.up(args));
    expect(error.id).toBe(deployment.recorded().id);
    service.forget();
    expect(await deployment.up(args)).toBe("update");
    expect(writesBelow(service)).toEqual(expect.arrayContaining([`${method} ${write}`, "POST /boot"]));
    expect(writesBelow(service)).not.toContain("POST /clone");
    expect(deployment.recorded().outputs).toMatchObject({ status: "running", ...more });
    await expectSettled(deployment, args);
  });

  test("left by an interrupted update is adopted while it is still cloning", async () => {
    const args = { ...(await cloned()), booted: true };
    await runs.killUp("before the state is written", "Instance", args);
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args, {}, runs.process()("Instance"));
    expect(await clonesOf(service, args.cloneFrom.instanceId)).toHaveLength(1);
    expect(deployment.recorded().outputs.status).toBe("running");
    await expectSettled(deployment, args);
  });
});

test("a clone with any inputs needs no change after it is created, read or updated", async () => {
  await fc.assert(
    fc.asyncProperty(twoClones, async ([first, second]) => {
      service.emulator.reset();
      const instanceId = await anOriginal(service, { tags: ["old", "older"], private_ip: true, backups_enabled: true });
      const cloneFrom = { instanceId };
      const deployment = new Deployment(service, "Instance");
      expect(await deployment.up({ ...first, cloneFrom })).toBe("create");
      await expectSettled(deployment, { ...first, cloneFrom });
      expect(["same", "update"]).toContain(await deployment.up({ ...second, cloneFrom }));
      await expectSettled(deployment, second);
      expect(writesBelow(service).filter((write) => write === "POST /clone")).toHaveLength(1);
    }),
    { numRuns: tries(25) },
  );
});
