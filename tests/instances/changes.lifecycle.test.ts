import type { Values } from "../../provider/definition/values";
import { writesBelow } from "../support/clones";
import { deployed } from "../support/deployed";
import type { Deployment, HandlerError } from "../support/deployment";
import { DEPLOYED, EMPTY, errorOf, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const VLANS = { ...DEPLOYED, region: "us-southeast" };
const BACK = { purpose: "vlan", label: "back", ipamAddress: "10.0.0.1/24" };

const pathOf = (deployment: Deployment): string => `/compute/instances/${deployment.recorded().id}`;
async function interfacesOf(deployment: Deployment): Promise<unknown> {
  return (await listed(service, `${pathOf(deployment)}/configs`))[0]?.interfaces;
}

describe("interfaces", () => {
  test("attach a new instance to a VLAN", async () => {
    const args = { ...VLANS, interfaces: [{ purpose: "public" }, BACK] };
    const { deployment } = await deployed(service, "Instance", args);
    expect(await interfacesOf(deployment)).toEqual([
      { purpose: "public", label: null, ipam_address: null },
      { purpose: "vlan", label: "back", ipam_address: "10.0.0.1/24" },
    ]);
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
  });

  test("update in place through the configuration profile; preview announces the restart, and up waits for it", async () => {
    const { deployment } = await deployed(service, "Instance", VLANS);
    const { id } = deployment.recorded();
    const wanted = { ...VLANS, interfaces: [BACK] };
    expect(await deployment.preview(wanted)).toBe("update");
    expect(service.messages("info")).toContainEqual(expect.stringContaining("restarts"));
    expect(await deployment.up(wanted)).toBe("update");
    expect(writesBelow(service)).toEqual(["PUT /configs/N", "POST /reboot"]);
    expect(deployment.recorded()).toMatchObject({ id, outputs: { status: "running", interfaces: [BACK] } });
    expect(await interfacesOf(deployment)).toEqual([{ purpose: "vlan", label: "back", ipam_address: "10.0.0.1/24" }]);
    expect(await deployment.up(wanted)).toBe("same");
  });

  test("of a stopped instance update without a boot", async () => {
    const args = { ...VLANS, booted: false, interfaces: [BACK] };
    const { deployment } = await deployed(service, "Instance", args);
    await deployment.up({ ...args, interfaces: [{ purpose: "vlan", label: "back" }] });
    expect(writesBelow(service)).toEqual(["PUT /configs/N"]);
    expect(await interfacesOf(deployment)).toEqual([{ purpose: "vlan", label: "back", ipam_address: "" }]);
  });

  test("that are removed leave the public one, and one public interface equals none", async () => {
    const { deployment } = await deployed(service, "Instance", { ...VLANS, interfaces: [BACK] });
    expect(await deployment.up(VLANS)).toBe("update");
    expect(await interfacesOf(deployment)).toEqual([]);
    service.forget();
    expect(await deployment.up({ ...VLANS, interfaces: [] })).not.toBe("replace");
    expect(await deployment.up({ ...VLANS, interfaces: [{ purpose: "public" }] })).toBe("same");
  });

  test("whose restart fails are completed by the next up", async () => {
    const { deployment } = await deployed(service, "Instance", VLANS);
    const wanted = { ...VLANS, interfaces: [BACK] };
    service.emulator.faults.add({ method: "POST", path: "/**/reboot", effect: { kind: "status", status: 400 } });
    const error: HandlerError = await errorOf(deployment.up(wanted));
    expect(error.id).toBe(deployment.recorded().id);
    service.forget();
    expect(await deployment.up(wanted)).toBe("update");
    expect(writesBelow(service)).toEqual(["PUT /configs/N", "POST /reboot"]);
    expect(await deployment.up(wanted)).toBe("same");
  });

  test("with several configuration profiles, or none, are rejected as ambiguous with the next step", async () => {
    const { deployment } = await deployed(service, "Instance", VLANS);
    await service.ask("POST", `${pathOf(deployment)}/configs`, { label: "rescue", devices: {} });
    service.forget();
    const message = await messageOf(deployment.up({ ...VLANS, interfaces: [BACK] }));
    expect(message).toMatch(/ has 2 configs, .* requires exactly one\b/);
    expect(message).toContain("ignoreChanges");
    const { deployment: empty } = await deployed(service, "Instance", { ...EMPTY, region: "us-southeast" });
    expect(await messageOf(empty.up({ ...EMPTY, region: "us-southeast", interfaces: [BACK] }))).toMatch(
      / has 0 configs, .* requires exactly one\b/,
    );
    expect(service.writes()).toEqual([]);
  });
});

describe("the booted configuration profile", () => {
  async function withTwoConfigs(args: Values): Promise<{ deployment: Deployment; configId: unknown }> {
    const { deployment } = await deployed(service, "Instance", args);
    const { id } = await service.ask("POST", `${pathOf(deployment)}/configs`, { label: "rescue", devices: {} });
    service.forget();
    return { deployment, configId: id };
  }
  const sent = (action: string): unknown =>
    service.requests().find(({ path }) => path.endsWith(`/${action}`))?.requestBody;

  test("changes with a restart of a running instance", async () => {
    const { deployment, configId } = await withTwoConfigs(DEPLOYED);
    const wanted = { ...DEPLOYED, configId };
    expect(await deployment.up(wanted)).toBe("update");
    expect(writesBelow(service)).toEqual(["POST /reboot"]);
    expect(sent("reboot")).toEqual({ config_id: configId });
    expect(await deployment.up({ ...wanted, configId: String(configId) })).toBe("same");
  });

  test("is sent with the boot of a stopped instance", async () => {
    const { deployment, configId } = await withTwoConfigs({ ...DEPLOYED, booted: false });
    await deployment.up({ ...DEPLOYED, booted: true, configId });
    expect(writesBelow(service)).toEqual(["POST /boot"]);
    expect(sent("boot")).toEqual({ config_id: configId });
  });
});

describe("the backup service", () => {
  const on = { ...DEPLOYED, backupsEnabled: true };
  const off = { ...DEPLOYED, backupsEnabled: false };

  test("is disabled, with all backups, only if that is confirmed", async () => {
    const { deployment } = await deployed(service, "Instance", on);
    service.emulator.clock.advance(30 * 3_600_000);
    const before = await service.ask("GET", `${pathOf(deployment)}/backups`);
    expect(before.automatic).not.toEqual([]);
    const message = await messageOf(deployment.preview(off));
    expect(message).toContain("backupsEnabled cannot be changed: ");
    expect(message).toContain("confirmBackupsDeletion: true");
    const error: HandlerError = await errorOf(deployment.up({ ...off, confirmBackupsDeletion: false, tags: ["blue"] }));
    expect(error.message).toBe(message);
    expect(error.id).toBeUndefined();
    expect(service.writes()).toEqual([]);
    const confirmed = { ...off, confirmBackupsDeletion: true };
    expect(await deployment.up(confirmed)).toBe("update");
    expect(writesBelow(service)).toEqual(["POST /backups/cancel"]);
    expect(await service.ask("GET", `${pathOf(deployment)}/backups`)).toMatchObject({ automatic: [] });
    expect(deployment.recorded().outputs).toMatchObject({ backupsEnabled: false, backups: { enabled: false } });
    expect(await deployment.up(confirmed)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
  });

  test("stays unchanged, without a write, if only the confirmation is set", async () => {
    const { deployment } = await deployed(service, "Instance", on);
    await deployment.up({ ...on, confirmBackupsDeletion: true });
    expect(service.writes()).toEqual([]);
    expect(deployment.recorded().outputs.backupsEnabled).toBe(true);
  });

  test("is enabled in place, and before its schedule is set, in one up", async () => {
    const { deployment } = await deployed(service, "Instance", off);
    const wanted = { ...on, backups: { schedule: { day: "Monday", window: "W4" } } };
    expect(await deployment.up(wanted)).toBe("update");
    expect(writesBelow(service)).toEqual(["POST /backups/enable", "PUT "]);
    expect(deployment.recorded().outputs).toMatchObject({ backupsEnabled: true, backups: { enabled: true } });
    expect(await deployment.up(wanted)).toBe("same");
  });
});

describe("a private address", () => {
  test("is assigned in place, and stays", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    const wanted = { ...DEPLOYED, privateIp: true };
    expect(await deployment.up(wanted)).toBe("update");
    expect(writesBelow(service)).toEqual(["POST /ips"]);
    expect(deployment.recorded().outputs).toMatchObject({
      privateIp: true,
      ipv4: [expect.any(String), expect.stringMatching(/^192\.168\./)],
    });
    expect(await deployment.up(wanted)).toBe("same");
    expect(await deployment.up(DEPLOYED)).toBe("same");
  });

  test("is removed only with the instance, as the error describes", async () => {
    const { deployment } = await deployed(service, "Instance", { ...DEPLOYED, privateIp: true });
    const { id } = deployment.recorded();
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
});
