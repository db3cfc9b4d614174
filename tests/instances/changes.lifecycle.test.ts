import type { Values } from "../../provider/definition/values";
import { writesBelow } from "../support/action-programs";
import { deployed, expectSettled } from "../support/deployment";
import type { Deployment, HandlerError } from "../support/deployment";
import { DEPLOYED, EMPTY, errorOf, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const VLANS = { ...DEPLOYED, region: "us-southeast" };
const BACK = { purpose: "vlan", label: "back", ipamAddress: "10.0.0.1/24" };
const ATTACHED = { ...VLANS, interfaces: [BACK] };
const DETACHED = { ...VLANS, booted: false };
const ON = { ...DEPLOYED, booted: true };
const OFF = { ...DEPLOYED, booted: false };
const SAVED = { ...DEPLOYED, backupsEnabled: true };
const UNSAVED = { ...DEPLOYED, backupsEnabled: false };
const CONFIRMED = { confirmBackupsDeletion: true };
const PRIVATE = { ...DEPLOYED, privateIp: true };
const BIGGER = { ...DEPLOYED, type: "g6-standard-1" };
const PASSWORD = { rootPass: "another-horse-2" };
const MONDAY = { backups: { schedule: { day: "Monday", window: "W4" } } };
const RUNS = { status: "running" };
const STOPS = { status: "offline" };

const instance = async (args: Values): Promise<Deployment> => (await deployed(service, "Instance", args)).deployment;
const pathOf = (deployment: Deployment): string => `/compute/instances/${deployment.recorded().id}`;
const live = (deployment: Deployment): Promise<Values> => service.ask("GET", pathOf(deployment));
const setStatus = (deployment: Deployment, status: string): unknown =>
  service.emulator.poke("instance", Number(deployment.recorded().id), { status });
const rejectOnce = (action: string): unknown =>
  service.emulator.faults.add({ method: "POST", path: `/**/${action}`, effect: { kind: "status", status: 400 } });
/** The writes without the instance's path, as "PUT, resize". */
const sent = (): string =>
  writesBelow(service)
    .map((write) => write.replace(/^POST \/| $/g, ""))
    .join(", ");

test.each<[string, Values, Values, string, Values]>([
  ["interfaces, with a restart", VLANS, ATTACHED, "PUT /configs/N, reboot", { ...RUNS, interfaces: [BACK] }],
  ["interfaces of a stopped instance", DETACHED, { ...DETACHED, interfaces: [BACK] }, "PUT /configs/N", STOPS],
  ["backups, before their schedule", UNSAVED, { ...SAVED, ...MONDAY }, "backups/enable, PUT", { backupsEnabled: true }],
  ["backups, if that is confirmed", SAVED, { ...UNSAVED, ...CONFIRMED }, "backups/cancel", { backupsEnabled: false }],
  ["only that confirmation", SAVED, { ...SAVED, ...CONFIRMED }, "", { backupsEnabled: true }],
  ["privateIp to true", DEPLOYED, PRIVATE, "ips", { ipv4: [expect.any(String), expect.stringMatching(/^192\.168\./)] }],
  ["booted to true", OFF, ON, "boot", { booted: true, ...RUNS }],
  ["booted to false", ON, OFF, "shutdown", { booted: false, ...STOPS }],
  ["the type", DEPLOYED, BIGGER, "resize", { type: "g6-standard-1", ...RUNS }],
  ["the type and others", DEPLOYED, { ...BIGGER, tags: ["blue"], watchdogEnabled: false }, "PUT, resize", RUNS],
  ["the root password", DEPLOYED, { ...DEPLOYED, ...PASSWORD }, "shutdown, password, boot", { ...PASSWORD, ...RUNS }],
  ["the root password of a stopped instance", OFF, { ...OFF, ...PASSWORD }, "password", STOPS],
])("updates in place: %s", async (_, before, after, sends, outputs) => {
  const deployment = await instance(before);
  const { id } = deployment.recorded();
  expect(await deployment.up(after)).toBe("update");
  expect(sent()).toBe(sends);
  expect(deployment.recorded()).toMatchObject({ id, outputs });
  await expectSettled(deployment, after);
});

test.each<[string, Values, Values, string, string, Values]>([
  ["a restart", VLANS, ATTACHED, "reboot", "PUT /configs/N, reboot", {}],
  ["a resize after the PUT", DEPLOYED, { ...BIGGER, tags: ["blue"] }, "resize", "resize", { tags: ["blue"] }],
  ["a password", DEPLOYED, { ...DEPLOYED, ...PASSWORD }, "password", "boot, shutdown, password, boot", DEPLOYED],
])("%s that fails is completed by the next up, also after a refresh", async (...row) => {
  const [, before, after, action, sends, kept] = row;
  for (const isRefreshed of [false, true]) {
    service.startOver();
    const deployment = await instance(before);
    rejectOnce(action);
    const error: HandlerError = await errorOf(deployment.up(after));
    expect(error.id).toBe(deployment.recorded().id);
    expect(deployment.recorded().outputs).toMatchObject({ ...kept, type: "g6-nanode-1" });
    service.forget();
    if (isRefreshed) await deployment.refresh();
    expect(await deployment.up(after)).toBe("update");
    expect(sent()).toBe(sends);
    expect(await live(deployment)).toMatchObject(RUNS);
    await expectSettled(deployment, after);
  }
});

test("preview announces a restart and a resize, and nothing without changes", async () => {
  const deployment = await instance(VLANS);
  await deployment.preview(VLANS);
  expect(service.warnings()).toEqual([]);
  await deployment.preview({ ...ATTACHED, type: "g6-standard-1" });
  for (const announced of ["a running instance restarts", "the instance is resized and restarts"]) {
    expect(service.messages("info")).toContainEqual(expect.stringContaining(announced));
  }
});

test.each(["type", "*"])("a change of type is not announced as a resize with replaceOnChanges: %s", async (option) => {
  const deployment = await instance(DEPLOYED);
  await deployment.preview(BIGGER, { replaceOnChanges: [option] });
  expect(service.messages("info")).toEqual([]);
});

describe("interfaces", () => {
  /** Of each interface of the configuration profile, its purpose, label and address. */
  async function attached(deployment: Deployment): Promise<unknown[][]> {
    const [config] = await listed(service, `${pathOf(deployment)}/configs`);
    return (config?.interfaces as Values[]).map((one) => [one.purpose, one.label, one.ipam_address]);
  }

  test("are those of the configuration profile; one public interface equals none", async () => {
    const both = { ...VLANS, interfaces: [{ purpose: "public" }, BACK] };
    const deployment = await instance(both);
    const vlan = ["vlan", "back", "10.0.0.1/24"];
    expect(await attached(deployment)).toEqual([["public", null, null], vlan]);
    await expectSettled(deployment, both);
    await deployment.up(ATTACHED);
    expect(await attached(deployment)).toEqual([vlan]);
    await deployment.up({ ...VLANS, interfaces: [{ purpose: "vlan", label: "back" }] });
    expect(await attached(deployment)).toEqual([["vlan", "back", ""]]);
    expect(await deployment.up(VLANS)).toBe("update");
    expect(await attached(deployment)).toEqual([]);
    expect(await deployment.up({ ...VLANS, interfaces: [] })).not.toBe("replace");
    expect(await deployment.up({ ...VLANS, interfaces: [{ purpose: "public" }] })).toBe("same");
  });

  test("with several configuration profiles, or none, are rejected as ambiguous with the next step", async () => {
    const deployment = await instance(VLANS);
    await service.ask("POST", `${pathOf(deployment)}/configs`, { label: "rescue", devices: {} });
    const message = await messageOf(deployment.up(ATTACHED));
    expect(message).toMatch(/ has 2 configs, .* requires exactly one\b/);
    expect(message).toContain("ignoreChanges");
    const empty = await instance({ ...EMPTY, region: "us-southeast" });
    expect(await messageOf(empty.up({ ...EMPTY, region: "us-southeast", interfaces: [BACK] }))).toMatch(
      / has 0 configs, .* requires exactly one\b/,
    );
    expect(service.writes()).toEqual([]);
  });
});

test.each([
  ["with a restart of a running instance", DEPLOYED, "reboot"],
  ["with the boot of a stopped one", OFF, "boot"],
])("the booted configuration profile is sent %s", async (_, before, action) => {
  const deployment = await instance(before);
  const { id: configId } = await service.ask("POST", `${pathOf(deployment)}/configs`, { label: "rescue", devices: {} });
  service.forget();
  expect(await deployment.up({ ...ON, configId })).toBe("update");
  expect(sent()).toBe(action);
  const posted = service.requests().find(({ path }) => path.endsWith(`/${action}`));
  expect(posted?.requestBody).toEqual({ config_id: configId });
  expect(await deployment.up({ ...ON, configId: String(configId) })).toBe("same");
});

test("the backup service is disabled, with all backups, only if that is confirmed", async () => {
  const deployment = await instance(SAVED);
  const message = await messageOf(deployment.preview(UNSAVED));
  expect(message).toContain("backupsEnabled cannot be changed: ");
  expect(message).toContain("confirmBackupsDeletion: true");
  const error: HandlerError = await errorOf(
    deployment.up({ ...UNSAVED, confirmBackupsDeletion: false, tags: ["blue"] }),
  );
  expect(error.message).toBe(message);
  expect(error.id).toBeUndefined();
  expect(service.writes()).toEqual([]);
});

test("a private address stays without the input, and is removed only with the instance, as the error describes", async () => {
  const deployment = await instance(PRIVATE);
  const { id } = deployment.recorded();
  expect(await deployment.up(DEPLOYED)).toBe("same");
  const without = { ...DEPLOYED, privateIp: false };
  const message = await messageOf(deployment.preview(without));
  expect(message).toMatch(/^privateIp cannot be changed: .*keep privateIp: true, or set the option replaceOnChanges/);
  expect(await messageOf(deployment.up({ ...without, tags: ["blue"] }))).toBe(message);
  expect(service.writes()).toEqual([]);
  const [, option = "[]"] = /replaceOnChanges: (\[.*?\])/.exec(message) ?? [];
  await deployment.replaceOnChange(without, { replaceOnChanges: JSON.parse(option) as string[] });
  expect(deployment.recorded().id).not.toBe(id);
  expect(deployment.recorded().outputs.privateIp).toBe(false);
});

describe("a status that someone else changed", () => {
  test.each<[string, Values, string[]]>([
    ["unset", DEPLOYED, ["stopped", "booting", "shutting_down", "offline"]],
    ["true", ON, ["booting", "rebooting", "migrating", "provisioning", "stopped"]],
  ])("is no drift with booted: %s, and no update boots or shuts down", async (_, args, statuses) => {
    const deployment = await instance(args);
    for (const status of statuses) {
      setStatus(deployment, status);
      expect([status, await deployment.refresh(), await deployment.up(args)]).toEqual([status, "same", "same"]);
    }
    expect(await deployment.up({ ...args, tags: ["blue"] })).toBe("update");
    expect(sent()).toBe("PUT");
  });

  test("is drift with booted: false if the instance runs, and up shuts it down", async () => {
    const deployment = await instance(OFF);
    setStatus(deployment, "running");
    expect(await deployment.refresh()).toBe("drift");
    expect(await deployment.up(OFF)).toBe("update");
    expect(sent()).toBe("shutdown");
    expect(await live(deployment)).toMatchObject(STOPS);
  });

  test("stays offline without booted, even after an update that failed halfway", async () => {
    const deployment = await instance(DEPLOYED);
    setStatus(deployment, "offline");
    const wanted = { ...BIGGER, tags: ["blue"] };
    rejectOnce("resize");
    await errorOf(deployment.up(wanted));
    expect(await deployment.up(wanted)).toBe("update");
    expect(sent()).toBe("PUT, resize, resize");
    expect(await live(deployment)).toMatchObject({ ...STOPS, type: "g6-standard-1" });
  });
});

describe("a change of type", () => {
  test("to less disk causes a warning at preview, and is rejected without a change while the disks do not fit", async () => {
    const deployment = await instance(BIGGER);
    const recorded = structuredClone(deployment.recorded());
    expect(await deployment.preview(DEPLOYED)).toBe("update");
    const warning = expect.stringMatching(
      /type: g6-nanode-1 has 25600 MB of disk, but g6-standard-1 has 51200 MB; shrink .*API rejects/,
    );
    expect(service.warnings()).toContainEqual(warning);
    expect(await messageOf(deployment.up(DEPLOYED))).toContain("allocated more disk than the new service plan allows");
    expect(deployment.recorded()).toEqual(recorded);
    service.said.length = 0;
    expect(await deployment.up(BIGGER)).toBe("same");
    expect(service.said).toEqual([]);
  });

  test("whose resize fails does not prevent the removal of an input that was added with it", async () => {
    const deployment = await instance(DEPLOYED);
    rejectOnce("resize");
    await errorOf(deployment.up({ ...BIGGER, group: "shop" }));
    await deployment.up(DEPLOYED);
    expect(await live(deployment)).toMatchObject({ group: "", type: "g6-nanode-1" });
  });

  test("that times out keeps the ID, and the next up waits without a second resize", async () => {
    const deployment = await instance(DEPLOYED);
    const error: HandlerError = await errorOf(deployment.up(BIGGER, { timeouts: { update: 1 } }));
    expect(error.id).toBe(deployment.recorded().id);
    await deployment.refresh();
    expect(await deployment.up(BIGGER)).toBe("update");
    expect(sent()).toBe("resize");
    expect(deployment.recorded().outputs).toMatchObject({ type: "g6-standard-1", ...RUNS });
  });

  test("waits for an operation that someone else started", async () => {
    const deployment = await instance(DEPLOYED);
    await service.ask("POST", `${pathOf(deployment)}/reboot`);
    expect(await deployment.up(BIGGER)).toBe("update");
    expect(deployment.recorded().outputs).toMatchObject({ type: "g6-standard-1", ...RUNS });
  });
});
