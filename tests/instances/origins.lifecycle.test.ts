import type { Values } from "../../provider/definition/values";
import { anOriginal, writesBelow } from "../support/clones";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { DEPLOYED, EMPTY, errorOf, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const SCRIPTED = {
  ...DEPLOYED,
  stackscriptId: 9001,
  stackscriptData: { site_name: "shop.example", maxConns: { perHost: 5, hosts: ["a", null] }, image: "compute/x" },
};
const bodyOf = (path: string): Values | undefined =>
  service.requests().find((entry) => entry.method === "POST" && entry.path === path)?.requestBody as Values | undefined;

describe("an instance with a StackScript", () => {
  test("ends up running, and keeps the script's data as given", async () => {
    const deployment = new Deployment(service, "Instance");
    await deployment.up(SCRIPTED);
    expect(deployment.recorded().outputs).toMatchObject({ status: "running", image: "compute/debian11" });
    expect(deployment.recorded().outputs.stackscriptData).toEqual(SCRIPTED.stackscriptData);
    expect(bodyOf("/compute/instances")).toMatchObject({ stackscript_id: 9001, stackscript_data: "(secret)" });
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up({ ...SCRIPTED, stackscriptId: "9001" })).toBe("same");
  });

  test.each<[string, Values]>([
    ["an added member", { ...SCRIPTED.stackscriptData, greeting: "hi" }],
    ["a removed member", { site_name: "shop.example" }],
    ["a changed nested value", { ...SCRIPTED.stackscriptData, maxConns: { perHost: 6, hosts: ["a", null] } }],
  ])("is replaced for %s of its data, deleting the old one first because the generated name stays", async (_, data) => {
    const { deployment } = await deployed(service, "Instance", SCRIPTED);
    const { id, outputs } = deployment.recorded();
    const wanted = { ...SCRIPTED, stackscriptData: data };
    expect(await deployment.difference(wanted)).toMatchObject({
      replaces: ["stackscriptData"],
      deleteBeforeReplace: true,
    });
    expect(await deployment.up(wanted)).toBe("replace");
    expect(deployment.recorded().id).not.toBe(id);
    expect(deployment.recorded().outputs.label).toBe(outputs.label);
  });

  test("is unchanged if the members of its data are reordered", async () => {
    const { deployment } = await deployed(service, "Instance", SCRIPTED);
    const turned = Object.fromEntries(Object.entries(SCRIPTED.stackscriptData).reverse());
    expect(await deployment.up({ ...SCRIPTED, stackscriptData: turned })).toBe("same");
  });

  test("whose data lacks a required member fails with the property's name, without the other data", async () => {
    const deployment = new Deployment(service, "Instance");
    const data = { token: "hunter22-hunter22" };
    const body = { errors: [{ field: "stackscript_data", reason: "site_name is required, not hunter22-hunter22" }] };
    const effect = { kind: "status", status: 400, body } as const;
    service.emulator.faults.add({ method: "POST", path: "/compute/instances", effect });
    const message = await messageOf(deployment.up({ ...SCRIPTED, stackscriptData: data }));
    expect(message).toContain("stackscriptData: site_name is required");
    expect(message).not.toContain("hunter22");
  });
});

describe("an instance from a backup", () => {
  /** The ID of a backup of another, unmanaged instance. */
  async function aBackup(): Promise<number> {
    const source = await anOriginal(service, { backups_enabled: true });
    const { id } = await service.ask("POST", `/compute/instances/${source}/backups`, { label: "snap" });
    service.emulator.clock.advance(60_000);
    service.forget();
    return Number(id);
  }
  const from = (backupId: number) => ({ ...EMPTY, region: "us-southeast", backupId });

  test("ends up running, needs no root password, and shows its image without a difference", async () => {
    const args = from(await aBackup());
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args);
    expect(deployment.recorded().outputs).toMatchObject({ status: "running", image: "compute/debian11" });
    expect(writesBelow(service)).toEqual(["POST /compute/instances"]);
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up({ ...args, backupId: String(args.backupId) })).toBe("same");
  });

  test("stays offline with booted: false", async () => {
    const { deployment } = await deployed(service, "Instance", { ...from(await aBackup()), booted: false });
    expect(deployment.recorded().outputs).toMatchObject({ status: "offline", booted: false });
  });

  test("gets its own root password and interfaces after the create, which ignores them", async () => {
    const args = {
      ...from(await aBackup()),
      rootPass: "another-horse-2",
      interfaces: [{ purpose: "vlan", label: "back", ipamAddress: "10.0.0.1/24" }],
    };
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args);
    expect(writesBelow(service)).toEqual([
      ...["POST /compute/instances", "POST /shutdown", "POST /password", "POST /boot"],
      ...["PUT /configs/N", "POST /reboot"],
    ]);
    const [config] = await listed(service, `/compute/instances/${deployment.recorded().id}/configs`);
    expect(config).toMatchObject({ interfaces: [{ purpose: "vlan", label: "back" }] });
    expect(deployment.recorded().outputs.status).toBe("running");
    expect(await deployment.up(args)).toBe("same");
  });

  test("whose password could not be set is completed by the next up", async () => {
    const args = { ...from(await aBackup()), rootPass: "another-horse-2" };
    const deployment = new Deployment(service, "Instance");
    service.emulator.faults.add({ method: "POST", path: "/**/password", effect: { kind: "status", status: 400 } });
    const error: HandlerError = await errorOf(deployment.up(args));
    expect(error.id).toBe(deployment.recorded().id);
    service.forget();
    expect(await deployment.up(args)).toBe("update");
    expect(writesBelow(service)).toEqual(expect.arrayContaining(["POST /password", "POST /boot"]));
    expect(deployment.recorded().outputs).toMatchObject({ status: "running", rootPass: "another-horse-2" });
    expect(await deployment.up(args)).toBe("same");
  });

  test("is replaced for another backup, or for an image", async () => {
    const args = from(await aBackup());
    const { deployment } = await deployed(service, "Instance", args);
    expect(await deployment.preview({ ...args, backupId: 99_999 })).toBe("replace");
    expect(await deployment.preview({ ...DEPLOYED, region: "us-southeast" })).toBe("replace");
  });
});

describe("the size of the swap disk", () => {
  test("of an empty instance is never sent and never a difference", async () => {
    const deployment = new Deployment(service, "Instance");
    await deployment.up({ ...EMPTY, swapSize: 256 });
    expect(bodyOf("/compute/instances")).not.toHaveProperty("swap_size");
    expect(await deployment.difference({ ...EMPTY, swapSize: 512 })).toMatchObject({ hasChanges: false });
    expect(await deployment.difference(EMPTY)).toMatchObject({ hasChanges: false });
    expect(deployment.recorded().outputs.status).toBe("offline");
  });

  test("of an instance from an image replaces it when changed or removed", async () => {
    const { deployment } = await deployed(service, "Instance", { ...DEPLOYED, swapSize: 256 });
    expect(await deployment.preview({ ...DEPLOYED, swapSize: 512 })).toBe("replace");
    expect(await deployment.preview(DEPLOYED)).toBe("replace");
  });
});
