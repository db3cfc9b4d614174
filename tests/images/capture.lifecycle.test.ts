import { aDisk, aFile, made, newImage, privateImages } from "../support/image-data";
import { messageOf } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";

const service = useService();

describe("the capture of a disk", () => {
  test("waits until the image is available, and then needs no change", async () => {
    const args = { diskId: await aDisk(service), description: "Base" };
    const deployment = newImage(service);
    expect(await deployment.up(args)).toBe("create");
    expect(service.writes()).toEqual(["POST /images"]);
    expect(deployment.recorded().outputs).toMatchObject({ status: "available", size: 1300, type: "manual" });
    await expectSettled(deployment, { ...args, diskId: String(args.diskId) });
    await deployment.destroy();
    expect(await privateImages(service)).toEqual([]);
  });

  test("with another ID replaces the image", async () => {
    const diskId = await aDisk(service);
    const deployment = await made(service, { diskId });
    expect(await deployment.up({ diskId: diskId + 1 })).toBe("replace");
    expect(await privateImages(service)).toMatchObject([{ id: deployment.recorded().id, size: 1 }]);
  });

  test("waits for a busy instance", async () => {
    const diskId = await aDisk(service);
    await service.ask("POST", "/compute/instances/10001/reboot", {});
    service.forget();
    expect(await newImage(service).up({ diskId })).toBe("create");
    expect(service.timesSent("POST /images")).toBeGreaterThan(1);
    expect(service.messages()).toContainEqual(expect.stringMatching(/busy.*waiting to retry/i));
  });

  test("waits for a disk that is not ready, until the timeout", async () => {
    const diskId = await aDisk(service);
    service.emulator.poke("disk", diskId, { status: "not ready" });
    const deployment = newImage(service);
    expect(await messageOf(deployment.up({ diskId }, { timeouts: { create: 60 } }))).toMatch(/not ready/);
    expect(deployment.state).toBeUndefined();
    expect(service.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(60_000);
    expect(service.timesSent("POST /images")).toBeLessThan(20);
  });

  test("fails at once for a disk that does not exist", async () => {
    expect(await messageOf(newImage(service).up({ diskId: 1 }))).toContain("diskId: no disk has this ID");
    expect(service.timesSent("POST /images")).toBe(1);
    expect(await privateImages(service)).toEqual([]);
  });
});

describe("an existing image", () => {
  async function byHand(): Promise<string> {
    const body = { disk_id: await aDisk(service), label: "by hand", description: "Made by hand" };
    const { id } = await service.ask("POST", "/images", body);
    service.clock.advance(60_000);
    service.forget();
    return String(id);
  }

  test.each([
    ["without its source", () => ({})],
    ["with a disk", () => ({ diskId: 25_001 })],
    ["with data", () => ({ source: aFile(), region: "us-east" })],
    ["without its label", () => ({ label: undefined })],
  ])("is imported by its ID %s, without a write, and needs no change", async (_, more) => {
    const id = await byHand();
    const args = { label: "by hand", ...more() };
    const deployment = newImage(service);
    expect(await deployment.up(args, { import: id })).toBe("create");
    expect(deployment.recorded()).toMatchObject({ id, outputs: { label: "by hand" } });
    for (const options of [{ import: id }, {}]) await expectSettled(deployment, args, options);
    expect(service.writes()).toEqual([]);
    expect(await deployment.up({ ...args, description: "Kept" })).toBe("update");
    expect(await privateImages(service)).toMatchObject([{ id, description: "Kept" }]);
  });

  test("accepts the first data that the program declares after an import, and is replaced for other data", async () => {
    const id = await byHand();
    const deployment = newImage(service);
    await deployment.up({ label: "by hand" }, { import: id });
    const args = { label: "by hand", region: "us-east", source: aFile("one") };
    expect(await deployment.up(args)).toBe("update");
    expect(service.writes()).toEqual([]);
    await expectSettled(deployment, args);
    expect(await deployment.up({ ...args, source: aFile("two") })).toBe("replace");
    expect(deployment.recorded().id).not.toBe(id);
  });

  test("that is deleted out of band is removed from state by a refresh, and a destroy succeeds", async () => {
    const deployment = await made(service, { diskId: await aDisk(service) });
    await service.ask("DELETE", `/images/${deployment.recorded().id}`);
    await deployment.copy().destroy();
    expect(await deployment.refresh()).toBe("gone");
  });

  test("that is public can be read, but not imported, updated or deleted", async () => {
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
