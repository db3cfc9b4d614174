import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { DEPLOYED, errorOf, listed } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const setStatus = (deployment: Deployment, status: string): unknown =>
  service.emulator.poke("instance", Number(deployment.recorded().id), { status });
const actions = (): string[] =>
  service.writes().flatMap((write) => /^POST .*\/(boot|shutdown|reboot|password|resize)$/.exec(write)?.[1] ?? []);

describe("booted unset", () => {
  test("never drifts, and keeps an instance off that was switched off, whatever else changes", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    for (const status of ["stopped", "booting", "shutting_down", "offline"]) {
      setStatus(deployment, status);
      expect([status, await deployment.refresh(), await deployment.up(DEPLOYED)]).toEqual([status, "same", "same"]);
    }
    expect(await deployment.up({ ...DEPLOYED, tags: ["blue"] })).toBe("update");
    expect(actions()).toEqual([]);
  });

  test("still keeps it off after an update that failed halfway", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    setStatus(deployment, "offline");
    const wanted = { ...DEPLOYED, tags: ["blue"], type: "g6-standard-1" };
    service.emulator.faults.add({ method: "POST", path: "/**/resize", effect: { kind: "status", status: 400 } });
    await errorOf(deployment.up(wanted));
    expect(await deployment.up(wanted)).toBe("update");
    expect(actions()).toEqual(["resize", "resize"]);
    expect(await listed(service, "/compute/instances")).toMatchObject([{ status: "offline", type: "g6-standard-1" }]);
  });
});

describe("booted: true", () => {
  const args = { ...DEPLOYED, booted: true };

  test("detects an offline instance, and boots it again", async () => {
    const { deployment } = await deployed(service, "Instance", args);
    setStatus(deployment, "offline");
    expect(await deployment.refresh()).toBe("drift");
    expect(deployment.recorded().inputs.booted).toBe(false);
    expect(await deployment.up(args)).toBe("update");
    expect(actions()).toEqual(["boot"]);
    expect(await listed(service, "/compute/instances")).toMatchObject([{ status: "running" }]);
    expect(await deployment.up(args)).toBe("same");
  });

  test("does not treat a temporary status as drift, nor boot an instance under maintenance", async () => {
    const { deployment } = await deployed(service, "Instance", args);
    for (const status of ["booting", "rebooting", "migrating", "provisioning", "stopped"]) {
      setStatus(deployment, status);
      expect([status, await deployment.refresh(), await deployment.up(args)]).toEqual([status, "same", "same"]);
    }
    expect(await deployment.up({ ...args, tags: ["blue"] })).toBe("update");
    expect(actions()).toEqual([]);
  });
});

describe("booted: false", () => {
  const args = { ...DEPLOYED, booted: false };

  test("detects a running instance, and shuts it down", async () => {
    const { deployment } = await deployed(service, "Instance", args);
    setStatus(deployment, "running");
    expect(await deployment.refresh()).toBe("drift");
    expect(await deployment.up(args)).toBe("update");
    expect(actions()).toEqual(["shutdown"]);
    expect(await listed(service, "/compute/instances")).toMatchObject([{ status: "offline" }]);
  });

  test("updates to true by booting, and back by shutting down; its removal changes nothing", async () => {
    const { deployment } = await deployed(service, "Instance", args);
    expect(await deployment.up({ ...args, booted: true })).toBe("update");
    expect(await deployment.up(args)).toBe("update");
    expect(actions()).toEqual(["boot", "shutdown"]);
    expect(deployment.recorded().outputs).toMatchObject({ booted: false, status: "offline" });
    await deployment.up(DEPLOYED);
    expect(await deployment.up(DEPLOYED)).toBe("same");
    expect(actions()).toEqual(["boot", "shutdown"]);
  });
});

describe("a change of type", () => {
  const bigger = { ...DEPLOYED, type: "g6-standard-1" };

  test("resizes in place, is announced by preview, and waits until the instance runs again", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    const { id } = deployment.recorded();
    expect(await deployment.preview(bigger)).toBe("update");
    expect(service.messages("info")).toContainEqual(expect.stringContaining("resized and restarts"));
    expect(await deployment.up(bigger)).toBe("update");
    expect(deployment.recorded()).toMatchObject({ id, outputs: { type: "g6-standard-1", status: "running" } });
    expect(actions()).toEqual(["resize"]);
    expect(await deployment.up(bigger)).toBe("same");
  });

  test.each(["type", "*"])("is not announced as a resize with replaceOnChanges: %s", async (option) => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    await deployment.preview(bigger, { replaceOnChanges: [option] });
    expect(service.messages("info")).toEqual([]);
  });

  test("with other changes sends one PUT and one resize", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    await deployment.up({ ...bigger, tags: ["blue"], watchdogEnabled: false });
    expect(service.writes()).toEqual([expect.stringMatching(/^PUT /), expect.stringMatching(/^POST .*\/resize$/)]);
  });

  test("that the API rejects keeps the instance, and names the property", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    const { id } = deployment.recorded();
    const error: HandlerError = await errorOf(deployment.up({ ...DEPLOYED, type: "no-such-plan" }));
    expect(error.message).toContain("type: ");
    expect(error.id).toBeUndefined();
    expect(deployment.recorded()).toMatchObject({ id, outputs: { type: "g6-nanode-1" } });
    expect(await deployment.up(DEPLOYED)).toBe("same");
  });

  test("to less disk causes a warning at preview, and is rejected without a change while the disks do not fit", async () => {
    const deployment = new Deployment(service, "Instance");
    await deployment.up(bigger);
    const { id } = deployment.recorded();
    service.forget();
    expect(await deployment.preview(DEPLOYED)).toBe("update");
    const warning = expect.stringMatching(
      /type: g6-nanode-1 has 25600 MB of disk, but g6-standard-1 has 51200 MB; shrink .*API rejects/,
    );
    expect(service.warnings()).toContainEqual(warning);
    const error: HandlerError = await errorOf(deployment.up(DEPLOYED));
    expect(error.message).toContain("allocated more disk than the new service plan allows");
    expect(error.id).toBeUndefined();
    expect(deployment.recorded()).toMatchObject({ id, outputs: { type: "g6-standard-1", status: "running" } });
    service.said.length = 0;
    expect(await deployment.up(bigger)).toBe("same");
    expect(service.said).toEqual([]);
  });

  test("whose resize fails after the PUT keeps the result of the PUT, and the next up completes the rest", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    const wanted = { ...bigger, tags: ["blue"] };
    service.emulator.faults.add({ method: "POST", path: "/**/resize", effect: { kind: "status", status: 400 } });
    const error: HandlerError = await errorOf(deployment.up(wanted));
    expect(error).toMatchObject({ id: deployment.recorded().id, state: { tags: ["blue"], type: "g6-nanode-1" } });
    service.forget();
    expect(await deployment.up(wanted)).toBe("update");
    expect(service.writes()).toEqual([expect.stringMatching(/^POST .*\/resize$/)]);
    expect(await deployment.up(wanted)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
  });

  test("whose resize fails does not prevent the removal of an input that was added with it", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    service.emulator.faults.add({ method: "POST", path: "/**/resize", effect: { kind: "status", status: 400 } });
    await errorOf(deployment.up({ ...bigger, group: "shop" }));
    await deployment.up(DEPLOYED);
    expect(await listed(service, "/compute/instances")).toMatchObject([{ group: "", type: "g6-nanode-1" }]);
  });

  test("that times out keeps the ID, and the next up waits without a second resize", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    const error: HandlerError = await errorOf(deployment.up(bigger, { timeouts: { update: 1 } }));
    expect(error.id).toBe(deployment.recorded().id);
    await deployment.refresh();
    expect(await deployment.up(bigger)).toBe("update");
    expect(actions()).toEqual(["resize"]);
    expect(deployment.recorded().outputs).toMatchObject({ type: "g6-standard-1", status: "running" });
  });
});

describe("a change of the root password", () => {
  const wanted = { ...DEPLOYED, rootPass: "another-horse-2" };

  test("is applied in place by shutting down the instance and booting it again", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    expect(await deployment.up(wanted)).toBe("update");
    expect(actions()).toEqual(["shutdown", "password", "boot"]);
    expect(deployment.recorded().outputs).toMatchObject({ rootPass: "another-horse-2", status: "running" });
    expect(await deployment.up(wanted)).toBe("same");
  });

  test("keeps a stopped instance off", async () => {
    const { deployment } = await deployed(service, "Instance", { ...DEPLOYED, booted: false });
    await deployment.up({ ...wanted, booted: false });
    expect(actions()).toEqual(["password"]);
  });

  test("that the API rejects is retried by the next up, which also boots the instance", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    service.emulator.faults.add({ method: "POST", path: "/**/password", effect: { kind: "status", status: 400 } });
    const error: HandlerError = await errorOf(deployment.up(wanted));
    expect(error.id).toBe(deployment.recorded().id);
    expect(deployment.recorded().outputs.rootPass).toBe(DEPLOYED.rootPass);
    await deployment.refresh();
    expect(await deployment.up(wanted)).toBe("update");
    expect(actions().filter((action) => action === "password")).toHaveLength(2);
    expect(await listed(service, "/compute/instances")).toMatchObject([{ status: "running" }]);
  });
});

test("a change that needs an idle instance waits for an operation that someone else started", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const { id } = deployment.recorded();
  await service.ask("POST", `/compute/instances/${id}/reboot`);
  expect(await deployment.up({ ...DEPLOYED, type: "g6-standard-1" })).toBe("update");
  expect(deployment.recorded().outputs).toMatchObject({ type: "g6-standard-1", status: "running" });
});

test("names a missing endpoint, and what to do instead", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const effect = { kind: "status", status: 404 } as const;
  service.emulator.faults.add({ method: "POST", path: "/compute/instances/*/resize", effect });
  const error: HandlerError = await errorOf(deployment.up({ ...DEPLOYED, type: "g6-standard-1" }));
  expect(error.message).toContain('does not seem to offer "resize"');
  expect(error.message).toContain("replaceOnChanges");
  expect(error.id).toBeUndefined();
  expect(await deployment.up(DEPLOYED)).toBe("same");
});
