import { gzipSync } from "node:zlib";
import type { FaultEffect } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import type { Deployment, HandlerError } from "../support/deployment";
import { aFile, newImage, noise, privateImages, upload } from "../support/image-data";
import { errorOfInterrupted } from "../support/interrupted-run";
import { errorOf, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";
import { useStoppedRuns } from "../support/stopped-run";
import { DAY_MS } from "../support/time";

const service = useService();
const runs = useStoppedRuns(service);
const PUT = { method: "PUT", path: "/upload/*" } as const;
const DELETE = { method: "DELETE", path: "/images/**" } as const;
const status = (code: number): FaultEffect => ({ kind: "status", status: code });

/** All of an error that the plugin, a log or a debugger could print, and what is saved in state. */
const printed = (error: HandlerError): string =>
  [error.message, error.stack, JSON.stringify(error), String(error.cause)].join("\n");

/** The signature in the URL has 64 hexadecimal digits, like a hash; the hash is in `sourceHash` only. */
function expectNoAddress(text: string): void {
  expect(text).not.toMatch(/signature=|\/upload\/\d|expires=/);
}

afterEach(() => expectNoAddress(JSON.stringify(service.said)));

async function expectOneImage(deployment: Deployment, args: Values): Promise<void> {
  const { id } = deployment.recorded();
  expect(await privateImages(service)).toMatchObject([{ id, status: "available" }]);
  await expectSettled(deployment, args);
}

describe("when the data is rejected", () => {
  test.each([400, 401, 403, 413, 501])("with %i, the image is deleted, and the error has no ID", async (code) => {
    const args = upload(aFile());
    const deployment = newImage(service);
    const times = code >= 500 ? "always" : 1;
    service.emulator.faults.add({ ...PUT, effect: status(code), times });
    const error: HandlerError = await errorOf(deployment.up(args));
    expect(error.message).toMatch(new RegExp(`HTTP ${code}.*The incomplete image was deleted`));
    expect(error.id).toBeUndefined();
    expectNoAddress(printed(error));
    expect(deployment.state).toBeUndefined();
    expect(await privateImages(service)).toEqual([]);
    service.emulator.faults.clear();
    expect(await deployment.up(args)).toBe("create");
    await expectOneImage(deployment, args);
  });

  test.each([undefined, 403])(
    "because the upload URL has no https, nothing is sent and the image is deleted (status of the deletion: %p)",
    async (code) => {
      const args = upload(aFile(), { label: "golden" });
      const earlier = await service.ask("POST", "/images/upload", { label: "earlier", region: "us-east" });
      const { id: before } = earlier.image as Values;
      await service.ask("DELETE", `/images/${String(before)}`);
      const id = String(before).replace(/\d+$/, (digits) => String(Number(digits) + 1));
      const body = { image: { ...(earlier.image as Values), id }, upload_to: "http://storage.example/x?signature=1" };
      const path = "/images/upload";
      service.emulator.faults.add({ path, phase: "after", effect: { kind: "status", status: 200, body } });
      if (code !== undefined) service.emulator.faults.add({ ...DELETE, effect: status(code) });
      const deployment = newImage(service);
      const error: HandlerError = await errorOf(deployment.up(args));
      expect(error.message).toMatch(
        /for storage\.example that does not use https.*Nothing was sent.*compute:allowHttp.* incomplete image/,
      );
      expectNoAddress(printed(error));
      expect(error.id).toBe(code === undefined ? undefined : id);
      expect(await privateImages(service)).toHaveLength(code === undefined ? 0 : 1);
      expect(await deployment.up(args)).toBe(code === undefined ? "create" : "replace");
      await expectOneImage(deployment, args);
    },
  );

  test("and the response to the deletion of the image is lost, the image counts as deleted", async () => {
    const deployment = newImage(service);
    service.emulator.faults.add({ ...PUT, effect: status(400) });
    service.emulator.faults.add({ ...DELETE, effect: { kind: "lostResponse" } });
    const error: HandlerError = await errorOf(deployment.up(upload(aFile())));
    expect(error.message).toMatch(/HTTP 400.*The incomplete image was deleted/);
    expect(error.id).toBeUndefined();
    expect(await privateImages(service)).toEqual([]);
  });

  test("and the image cannot be deleted, the ID is kept, and the next up replaces the image", async () => {
    const args = upload(aFile());
    const deployment = newImage(service);
    service.emulator.faults.add({ ...PUT, effect: status(400) });
    service.emulator.faults.add({ ...DELETE, effect: status(403) });
    const error: HandlerError = await errorOf(deployment.up(args));
    const [pending] = await privateImages(service);
    expect(error.id).toBe(pending?.id);
    expect(error.message).toMatch(/HTTP 400.*Could not delete the incomplete image.*HTTP 403.*pulumi up/);
    expectNoAddress(printed(error));
    expectNoAddress(JSON.stringify(deployment.recorded()));
    expect(await deployment.preview(args)).toBe("replace");
    expect(await deployment.up(args)).toBe("replace");
    await expectOneImage(deployment, args);
  });

  test.each(["a refresh", "24 hours", "both"])(
    "and not deleted, the next up after %s still leaves exactly one image",
    async (what) => {
      const args = upload(aFile(), { label: "golden" });
      const deployment = newImage(service);
      service.emulator.faults.add({ ...PUT, effect: status(400) });
      service.emulator.faults.add({ ...DELETE, effect: status(403) });
      await errorOf(deployment.up(args));
      if (what !== "a refresh") service.clock.advance(25 * 3_600_000);
      if (what !== "24 hours") expect(await deployment.refresh()).toBe(what === "both" ? "gone" : "drift");
      expect(await deployment.up(args)).toBe(what === "both" ? "create" : "replace");
      await expectOneImage(deployment, args);
    },
  );
});

test("the data is sent again to the same URL after a lost response", async () => {
  const args = upload(aFile());
  const deployment = newImage(service);
  service.emulator.faults.add({ ...PUT, effect: { kind: "lostResponse" } });
  expect(await deployment.up(args)).toBe("create");
  expect(service.timesSent("POST /images/upload")).toBe(1);
  await expectOneImage(deployment, args);
});

describe("an upload request with an ambiguous response", () => {
  const announcing = { method: "POST", path: "/images/upload" } as const;
  const withoutUrl: FaultEffect = { kind: "status", status: 200, body: { image: { id: "private/1" } } };

  test("creates one image, and one without a URL fails with the next step", async () => {
    const args = upload(aFile(), { label: "golden" });
    const deployment = newImage(service);
    service.emulator.faults.add({ ...announcing, effect: withoutUrl, phase: "after" });
    expect(await messageOf(deployment.up(args))).toMatch(/no upload URL.*pulumi up/);
    await deployment.up(args);
    expect(service.timesSent("POST /images/upload")).toBe(2);
    const available = (await privateImages(service)).filter((image) => image.status === "available");
    expect(available).toMatchObject([{ id: deployment.recorded().id }]);
    expect(await deployment.up(args)).toBe("same");
  });

  test("fails after two attempts, names what they may have reserved, and the next up creates one image", async () => {
    const args = upload(aFile());
    const deployment = newImage(service);
    service.emulator.faults.add({ ...announcing, effect: { kind: "lostResponse" }, times: "always" });
    expect(await runs.complete("Image", (handlers) => messageOf(deployment.up(args, {}, handlers)))).toMatch(
      /Creating this image got an ambiguous response, and nothing was uploaded\. Run `pulumi up` again/,
    );
    expect(service.timesSent("POST /images/upload")).toBe(2);
    expect(deployment.state).toBeUndefined();
    const reserved = await privateImages(service);
    expect(reserved).toHaveLength(2);
    expect(service.warnings()).toEqual(
      reserved.map(({ id }) => expect.stringContaining(`${String(id)} awaits its data`)),
    );
    service.emulator.faults.clear();
    await deployment.up(args, {}, runs.process()("Image"));
    service.clock.advance(DAY_MS);
    await expectOneImage(deployment, args);
  });
});

test("an image with the generated label that no intent mentions is kept, and named in a warning", async () => {
  const args = upload(aFile());
  const deployment = newImage(service);
  const { label, region } = await deployment.check(deployment.process(), {}, deployment.inputsFrom(args));
  const { image } = await service.ask("POST", "/images/upload", { label, region });
  expect(await deployment.up(args)).toBe("create");
  expect(await privateImages(service)).toContainEqual(image);
  expect(service.warnings()).toEqual([expect.stringContaining(String((image as Values).id))]);
});

test("Ctrl-C stops the upload, deletes the image and leaves nothing in state", async () => {
  const deployment = newImage(service);
  const args = upload(aFile(gzipSync(noise(60_000_000), { level: 0 })));
  const isUploading = (): boolean => service.emulator.requests().byRoute["PUT /upload/{id}"] !== undefined;
  const error: HandlerError = await errorOfInterrupted(deployment, args, isUploading);
  expect(error.message).toContain("stopped by the user");
  expect(error.id).toBeUndefined();
  expect(deployment.state).toBeUndefined();
  expect(await privateImages(service)).toEqual([]);
});

test("a wait that times out keeps the ID, and the next up resumes it without sending the data again", async () => {
  const args = upload(aFile());
  const deployment = newImage(service);
  const error: HandlerError = await errorOf(deployment.up(args, { timeouts: { create: 1 } }));
  expect(error.message).toMatch(/"pending_upload" after 1 seconds/);
  expect(error.id).toMatch(/^private\/\d+$/);
  await deployment.refresh();
  expect(await deployment.up(args)).toBe("update");
  expect(service.timesSent("POST /images/upload")).toBe(1);
  expect(service.writes().filter((write) => write.startsWith("PUT"))).toHaveLength(1);
  await expectOneImage(deployment, args);
});
