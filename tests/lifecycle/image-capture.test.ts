import type { HandlerError } from "../support/deployment";
import { aDisk, aFile, newImage, privateImages } from "../support/image-data";
import { errorOf, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

describe("a disk", () => {
  test("is captured, waited for, and then needs no change", async () => {
    const args = { diskId: await aDisk(service), description: "Base" };
    const deployment = newImage(service);
    expect(await deployment.up(args)).toBe("create");
    expect(service.writes()).toEqual(["POST /images"]);
    expect(deployment.recorded().outputs).toMatchObject({ status: "available", size: 1300, type: "manual" });
    expect(await deployment.up({ ...args, diskId: String(args.diskId) })).toBe("same");
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
    await deployment.destroy();
    expect(await privateImages(service)).toEqual([]);
  });

  test("of another id replaces the image", async () => {
    const diskId = await aDisk(service);
    const deployment = newImage(service);
    await deployment.up({ diskId });
    expect(await deployment.up({ diskId: diskId + 1 })).toBe("replace");
    expect(await privateImages(service)).toMatchObject([{ id: deployment.recorded().id, size: 1 }]);
  });

  test("of a busy instance is waited for", async () => {
    const diskId = await aDisk(service);
    await service.ask("POST", "/compute/instances/10001/reboot", {});
    service.forget();
    expect(await newImage(service).up({ diskId })).toBe("create");
    expect(service.timesSent("POST /images")).toBeGreaterThan(1);
    expect(service.messages()).toContainEqual(expect.stringMatching(/busy.*waiting to retry/i));
  });

  test("that is not ready is waited for, until the deadline", async () => {
    const diskId = await aDisk(service);
    service.emulator.poke("disk", diskId, { status: "not ready" });
    const deployment = newImage(service);
    const error: HandlerError = await errorOf(deployment.up({ diskId }, { timeouts: { create: 60 } }));
    expect(error.message).toMatch(/not ready/);
    expect(error.id).toBeUndefined();
    expect(service.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(60_000);
    expect(service.timesSent("POST /images")).toBeLessThan(20);
  });

  test("that does not exist is refused at once", async () => {
    expect(await messageOf(newImage(service).up({ diskId: 1 }))).toContain("diskId: no disk has this ID");
    expect(service.timesSent("POST /images")).toBe(1);
    expect(await privateImages(service)).toEqual([]);
  });

  test("is captured once when the answer to its POST gets lost", async () => {
    const diskId = await aDisk(service);
    const deployment = newImage(service);
    service.emulator.faults.add({ method: "POST", path: "/images", effect: { kind: "lostResponse" } });
    expect(await deployment.up({ diskId })).toBe("create");
    expect(service.timesSent("POST /images")).toBe(1);
    expect(await privateImages(service)).toMatchObject([{ id: deployment.recorded().id }]);
  });

  test("whose capture a killed run has begun is not captured again", async () => {
    const diskId = await aDisk(service);
    const deployment = newImage(service);
    const { label } = await deployment.check(deployment.process(), {}, deployment.inputsFrom({ diskId }));
    const { id } = await service.ask("POST", "/images", { disk_id: diskId, label });
    service.forget();
    expect(await deployment.up({ diskId })).toBe("create");
    expect(deployment.recorded()).toMatchObject({ id, outputs: { status: "available" } });
    expect(service.timesSent("POST /images")).toBe(0);
  });

  test("whose capture takes too long keeps the image's id, and the next up goes on", async () => {
    const diskId = await aDisk(service);
    const deployment = newImage(service);
    const error: HandlerError = await errorOf(deployment.up({ diskId }, { timeouts: { create: 2 } }));
    expect(error.message).toMatch(/"creating" after 2 seconds/);
    expect(await deployment.up({ diskId })).toBe("update");
    expect(deployment.recorded().outputs.status).toBe("available");
    expect(service.timesSent("POST /images")).toBe(1);
  });
});

describe("an image that is there", () => {
  async function byHand(): Promise<string> {
    const body = { disk_id: await aDisk(service), label: "by hand", description: "Made by hand" };
    const { id } = await service.ask("POST", "/images", body);
    service.clock.advance(60_000);
    service.forget();
    return String(id);
  }

  test.each([
    ["without saying what it was made of", () => ({})],
    ["with a disk", () => ({ diskId: 25_001 })],
    ["with data", () => ({ source: aFile(), region: "us-east" })],
  ])("is imported by its id %s, writes nothing, and needs no change", async (_, more) => {
    const id = await byHand();
    const args = { label: "by hand", ...more() };
    const deployment = newImage(service);
    expect(await deployment.up(args, { import: id })).toBe("create");
    expect(deployment.recorded().id).toBe(id);
    for (const options of [{ import: id }, {}]) {
      expect(await deployment.up(args, options)).toBe("same");
      expect(await deployment.refresh()).toBe("same");
    }
    expect(service.writes()).toEqual([]);
    expect(await deployment.up({ ...args, description: "Kept" })).toBe("update");
    expect(await privateImages(service)).toMatchObject([{ id, description: "Kept" }]);
  });

  test("is imported without a label in the program, and keeps the one it has", async () => {
    const id = await byHand();
    const deployment = newImage(service);
    await deployment.up({}, { import: id });
    expect(await deployment.up({})).toBe("same");
    expect(deployment.recorded().outputs.label).toBe("by hand");
  });

  test("is made of the data that the program first names after the import, and replaced by other data", async () => {
    const id = await byHand();
    const deployment = newImage(service);
    await deployment.up({ label: "by hand" }, { import: id });
    const args = { label: "by hand", region: "us-east", source: aFile("one") };
    expect(await deployment.up(args)).toBe("update");
    expect(service.writes()).toEqual([]);
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.up({ ...args, source: aFile("two") })).toBe("replace");
    expect(deployment.recorded().id).not.toBe(id);
  });

  test("and is deleted by somebody is gone for a refresh, and a success for a destroy", async () => {
    const diskId = await aDisk(service);
    const deployment = newImage(service);
    await deployment.up({ diskId });
    const { state } = deployment;
    await service.ask("DELETE", `/images/${deployment.recorded().id}`);
    expect(await deployment.refresh()).toBe("gone");
    deployment.state = state;
    await deployment.destroy();
    expect(await deployment.up({ diskId })).toBe("create");
  });

  test.each([401, 403, 500])("is not gone for a refresh that is answered with %i", async (status) => {
    const diskId = await aDisk(service);
    const deployment = newImage(service);
    await deployment.up({ diskId });
    service.emulator.faults.add({ path: "/images/**", times: "always", effect: { kind: "status", status } });
    expect(await messageOf(deployment.refresh())).toContain(`HTTP ${status}`);
    expect(deployment.recorded().id).toMatch(/^private/);
  });

  test("and public is read, and neither imported, changed nor deleted", async () => {
    const handlers = newImage(service).process();
    const found = await handlers.read({ id: "compute/debian11", state: {} });
    expect(found?.state).toMatchObject({ isPublic: true, label: "Debian 11", status: "available" });
    const image = { id: "compute/debian11", state: found?.state ?? {} };
    for (const call of [
      () => handlers.create(newImage(service).inputsFrom({}, { import: "compute/debian11" })),
      () => handlers.update(image, { label: "mine" }),
      () => handlers.delete(image),
    ]) {
      expect(await messageOf(call())).toMatch(/compute\/debian11 cannot be (imported|updated|deleted): .*public/);
    }
    expect(service.writes()).toEqual([]);
  });
});
