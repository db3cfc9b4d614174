import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FaultEffect } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import type { HandlerError } from "../support/deployment";
import { aFile, newImage, privateImages, servedAt, upload } from "../support/image-data";
import { errorOfInterrupted } from "../support/interrupted-run";
import { errorOf, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/deployment";
import { useStoppedRuns } from "../support/stack";
import { DAY_MS } from "../support/time";

const service = useService();
const runs = useStoppedRuns(service);
const PUT = { method: "PUT", path: "/upload/*" } as const;
const DELETE = { method: "DELETE", path: "/images/**" } as const;
const ANNOUNCE = { method: "POST", path: "/images/upload" } as const;
const status = (code: number, body?: unknown): FaultEffect => ({ kind: "status", status: code, body });

/** All of an error that the plugin, a log or a debugger could print. */
const printed = (error: HandlerError): string =>
  [error.message, error.stack, JSON.stringify(error), String(error.cause)].join("\n");

/** The signature in the URL has 64 hexadecimal digits, like a hash; the hash is in `sourceHash` only. */
function expectNoAddress(text: string): void {
  expect(text).not.toMatch(/signature|\/upload\/\d|expires=/);
}

afterEach(() => expectNoAddress(JSON.stringify(service.said)));

/** A new image, and what becomes of it. */
function uploading(more: Values = {}, source = aFile()) {
  const args = upload(source, more);
  const deployment = newImage(service);
  return {
    args,
    deployment,
    up: () => deployment.up(args),
    /** The error of an `up` that leaves nothing in state and, by default, in the account. */
    async failing({ left = 0 } = {}): Promise<string> {
      const error: HandlerError = await errorOf(deployment.up(args));
      expect(error.id).toBeUndefined();
      expectNoAddress(printed(error));
      expect(await privateImages(service)).toHaveLength(left);
      return error.message;
    },
    /** The error of one that leaves an image whose data is missing. */
    async failingHalfway(): Promise<string> {
      const error: HandlerError = await errorOf(deployment.up(args));
      expect(await privateImages(service)).toMatchObject([{ id: error.id }]);
      expectNoAddress(printed(error) + JSON.stringify(deployment.recorded()));
      return error.message;
    },
    async expectOneImage(): Promise<void> {
      const { id } = deployment.recorded();
      expect(await privateImages(service)).toMatchObject([{ id, status: "available" }]);
      await expectSettled(deployment, args);
    },
  };
}

describe("when the data is rejected", () => {
  test.each([400, 401, 403, 413, 501])("with %i, the image is deleted, and the error has no ID", async (code) => {
    const image = uploading();
    service.emulator.faults.add({ ...PUT, effect: status(code), times: code >= 500 ? "always" : 1 });
    expect(await image.failing()).toMatch(new RegExp(`HTTP ${code}.*The incomplete image was deleted`));
    service.emulator.faults.clear();
    expect(await image.up()).toBe("create");
    await image.expectOneImage();
  });

  test.each([undefined, 403])(
    "because the upload URL has no https, nothing is sent and the image is deleted (status of the deletion: %p)",
    async (code) => {
      const earlier = await service.ask("POST", "/images/upload", { label: "earlier", region: "us-east" });
      const { id: before } = earlier.image as Values;
      await service.ask("DELETE", `/images/${String(before)}`);
      const id = String(before).replace(/\d+$/, (digits) => String(Number(digits) + 1));
      const body = { image: { ...(earlier.image as Values), id }, upload_to: "http://storage.example/x?signature=1" };
      service.emulator.faults.add({ ...ANNOUNCE, phase: "after", effect: status(200, body) });
      if (code !== undefined) service.emulator.faults.add({ ...DELETE, effect: status(code) });
      const image = uploading({ label: "golden" });
      expect(await (code === undefined ? image.failing() : image.failingHalfway())).toMatch(
        /for storage\.example that does not use https.*Nothing was sent.*compute:allowHttp.* incomplete image/,
      );
      expect(await image.up()).toBe(code === undefined ? "create" : "replace");
      await image.expectOneImage();
    },
  );

  test("and the response to the deletion of the image is lost, the image counts as deleted", async () => {
    service.emulator.faults.add({ ...PUT, effect: status(400) });
    service.emulator.faults.add({ ...DELETE, effect: { kind: "lostResponse" } });
    expect(await uploading().failing()).toMatch(/HTTP 400.*The incomplete image was deleted/);
  });

  test.each(["nothing else", "a refresh", "24 hours", "both"])(
    "and the image cannot be deleted, its ID is kept, and the next up after %s leaves one image",
    async (what) => {
      const image = uploading({ label: "golden" });
      service.emulator.faults.add({ ...PUT, effect: status(400) });
      service.emulator.faults.add({ ...DELETE, effect: status(403) });
      expect(await image.failingHalfway()).toMatch(
        /HTTP 400.*Could not delete the incomplete image.*HTTP 403.*same command/,
      );
      if (["24 hours", "both"].includes(what)) service.clock.advance(25 * 3_600_000);
      if (["a refresh", "both"].includes(what)) {
        expect(await image.deployment.refresh()).toBe(what === "both" ? "gone" : "drift");
      } else expect(await image.deployment.preview(image.args)).toBe("replace");
      expect(await image.up()).toBe(what === "both" ? "create" : "replace");
      await image.expectOneImage();
    },
  );

  test("by responses that repeat the upload URL, it is shown nowhere", async () => {
    const address = `${new URL(service.emulator.url).origin}/upload/5?signature=a-signature-that-nobody-may-read`;
    const { image: pending } = await service.ask("POST", "/images/upload", { label: "golden", region: "us-east" });
    const echo = status(403, { errors: [{ reason: `no: ${address}, a-signature-that-nobody-may-read` }] });
    service.emulator.faults.add({ ...ANNOUNCE, effect: status(200, { image: pending, upload_to: address }) });
    for (const request of [PUT, DELETE]) service.emulator.faults.add({ ...request, times: "always", effect: echo });
    expect(await uploading().failingHalfway()).toMatch(/HTTP 403.*\[secret\].*Could not delete.*\[secret\]/);
  });
});

describe("an upload request with an ambiguous response", () => {
  test("creates one image, and one without a URL fails with the next step", async () => {
    const image = uploading({ label: "golden" });
    const withoutUrl = status(200, { image: { id: "private/1" } });
    service.emulator.faults.add({ ...ANNOUNCE, effect: withoutUrl, phase: "after" });
    expect(await image.failing({ left: 1 })).toMatch(/no upload URL.*same command/);
    await image.up();
    expect(service.timesSent("POST /images/upload")).toBe(2);
    const available = (await privateImages(service)).filter(({ status }) => status === "available");
    expect(available).toMatchObject([{ id: image.deployment.recorded().id }]);
    expect(await image.up()).toBe("same");
  });

  test("fails after two attempts, names what they may have reserved, and the next up creates one image", async () => {
    const image = uploading();
    const { deployment, args } = image;
    service.emulator.faults.add({ ...ANNOUNCE, effect: { kind: "lostResponse" }, times: "always" });
    expect(await runs.complete("Image", (handlers) => messageOf(deployment.up(args, {}, handlers)))).toMatch(
      /It is unknown whether this image was created: .* so nothing was uploaded\. Run the same command again/,
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
    await image.expectOneImage();
  });
});

test("an image with the generated label that no intent mentions is kept, and named in a warning", async () => {
  const { deployment, args } = uploading();
  const { label, region } = await deployment.check(deployment.process(), {}, deployment.inputsFrom(args));
  const { image } = await service.ask("POST", "/images/upload", { label, region });
  const run = service.process();
  expect(await deployment.up(args, {}, run("Image"))).toBe("create");
  await run.endRun();
  expect(await privateImages(service)).toContainEqual(image);
  expect(service.warnings()).toEqual([expect.stringContaining(String((image as Values).id))]);
});

test("Ctrl-C stops the upload, deletes the image and leaves nothing in state", async () => {
  const { deployment, args } = uploading({}, aFile(gzipSync(randomBytes(60_000_000), { level: 0 })));
  const isUploading = (): boolean => service.emulator.requests().byRoute["PUT /upload/{id}"] !== undefined;
  const error = await errorOfInterrupted(deployment, args, isUploading);
  expect(error.message).toContain("stopped by the user");
  expect(deployment.state).toBeUndefined();
  expect(await privateImages(service)).toEqual([]);
});

test.each(["data that its URL sends too slowly", "an upload without a response"])(
  "%s ends at the timeout, and the image is deleted",
  async (which) => {
    const isSlow = which.startsWith("data");
    service.emulator.faults.add({ ...PUT, effect: { kind: "delay", ms: DAY_MS } });
    const image = uploading({}, isSlow ? await servedAt(Buffer.from("d"), { ends: false }) : aFile());
    const message = await messageOf(image.deployment.up(image.args, { timeouts: { create: 0.3 } }));
    expect(message).toMatch(/upload timed out after 0.3 seconds\. Raise customTimeouts.*image was deleted/);
    expect(await privateImages(service)).toEqual([]);
  },
);

test("a wait that times out keeps the ID, and the next up resumes it without sending the data again", async () => {
  const image = uploading();
  const { deployment, args } = image;
  const message = await messageOf(deployment.up(args, { timeouts: { create: 1 } }));
  expect(message).toMatch(/"pending_upload" after 1 seconds/);
  expect(deployment.recorded().id).toMatch(/^private\/\d+$/);
  await deployment.refresh();
  expect(await image.up()).toBe("update");
  expect(service.timesSent("POST /images/upload")).toBe(1);
  expect(service.writes().filter((write) => write.startsWith("PUT"))).toHaveLength(1);
  await image.expectOneImage();
});
