import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { DEBIAN } from "../../../emulator/support/client";
import { INSTANCES } from "../../../emulator/support/instances";
import { HOUR_MS } from "../../../support/time";
import type { Rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, LONG_MS, waitForStatus, waitUntilDeleted } from "../../support";
import { startUpload } from "./support";
import { statedIn } from "../stated-in";

const ENDPOINT = "Document 1, Endpoints, Images (upload)";
const RULES = "Document 1, Endpoints, Images, Upload rules";
const TRANSITIONS = `${RULES}; States and transitions`;

const endpoint = statedIn(ENDPOINT);
const state = statedIn(TRANSITIONS);
const rule = statedIn(RULES);
const limit = statedIn(`${RULES}; Limits`);

const GB = 2 ** 30;

/** A raw disk image of 3 MB, compressed. */
const DATA = gzipSync(Buffer.alloc(3 * 2 ** 20, "raw"));

/** Sends data to an upload URL, without credentials. */
async function put(url: string, body: string | Buffer): Promise<number> {
  const headers = { "Content-Type": "application/octet-stream" };
  const { status } = await fetch(url, { method: "PUT", headers, body });
  return status;
}

/** The response to an upload that announces this many bytes and sends none of them. */
function announce(url: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/octet-stream", "Content-Length": bytes };
    const sent = request(url, { method: "PUT", headers, timeout: 30_000 }, (response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.on("timeout", () => sent.destroy(new Error("no response before the data"))).on("error", reject);
    sent.flushHeaders();
  });
}

export const IMAGE_UPLOAD_RULES: readonly Rule[] = [
  endpoint(
    "1.upload.response",
    "Starting an upload returns the image and upload_to, the address for the data",
    async (service) => {
      const { image, upload_to } = await startUpload(service, { label: "golden", description: "with everything" });
      expect(image).toMatchObject({
        label: "golden",
        description: "with everything",
        is_public: false,
        type: "manual",
      });
      expect(new URL(upload_to).protocol).toMatch(/^https?:$/);
      expect(expectSuccess(await service.get(`/images/${image.id}`))).toEqual(image);
    },
  ),
  ...(["label", "region"] as const).map((field) =>
    endpoint(`1.upload.${field}-required`, `Starting an upload needs ${field}, a text`, async (service) => {
      const body = { label: "golden", region: DEBIAN.region };
      for (const value of [undefined, 5]) {
        expectRefusal(await service.post("/images/upload", { ...body, [field]: value }), field);
      }
      expectSuccess(await service.post("/images/upload", body));
    }),
  ),
  endpoint("1.upload.region-id", "The region of an upload is one that there is", async (service) => {
    expectRefusal(await service.post("/images/upload", { label: "golden", region: "nowhere" }), "region");
    await startUpload(service);
  }),
  {
    id: "1.upload.description",
    section: `${ENDPOINT}; Image; Limits`,
    states: "The description of an upload is optional, a text of at most 65000 characters",
    test: async (service) => {
      const body = { label: "golden", region: DEBIAN.region };
      for (const description of [5, "x".repeat(65_001)]) {
        expectRefusal(await service.post("/images/upload", { ...body, description }), "description");
      }
      for (const description of [undefined, "x".repeat(65_000)]) await startUpload(service, { description });
    },
  },
  state(
    "1.upload.available",
    "The image is pending_upload until the data is received and processed, then available",
    async (service) => {
      const { image, upload_to } = await startUpload(service);
      expect(image.status).toBe("pending_upload");
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`/images/${image.id}`)).body.status).toBe("pending_upload");
      expect(await put(upload_to, DATA)).toBeLessThan(300);
      await waitForStatus(service, `/images/${image.id}`, "available");
    },
  ),
  rule("1.upload.put", "The data is sent by PUT to upload_to; nothing else counts as the upload", async (service) => {
    const { image, upload_to } = await startUpload(service);
    for (const method of ["POST", "GET", "DELETE"]) await (await fetch(upload_to, { method })).text();
    service.emulator.clock.advance(LONG_MS);
    expect((await service.get(`/images/${image.id}`)).body.status).toBe("pending_upload");
    await put(upload_to, DATA);
    await waitForStatus(service, `/images/${image.id}`, "available");
  }),
  {
    id: "1.upload.size",
    section: "Document 1, Image",
    states: "The size of an uploaded image is enough for the disk image that it was made from",
    test: async (service) => {
      const { image, upload_to } = await startUpload(service);
      await put(upload_to, DATA);
      const { size } = await waitForStatus(service, `/images/${image.id}`, "available");
      expect(size).toBeGreaterThanOrEqual(3);
    },
  },
  rule("1.upload.gzip", "Data that is not compressed with gzip does not make the image available", async (service) => {
    const { image, upload_to } = await startUpload(service);
    await put(upload_to, "raw".repeat(1000));
    service.emulator.clock.advance(LONG_MS);
    expect((await service.get(`/images/${image.id}`)).body.status).not.toBe("available");
    const second = await startUpload(service);
    await put(second.upload_to, DATA);
    await waitForStatus(service, `/images/${second.image.id}`, "available");
  }),
  limit("1.upload.at-most-5-gb", "More than 5 GB of compressed data are rejected", async (service) => {
    const { image, upload_to } = await startUpload(service);
    expect(Math.floor((await announce(upload_to, 5 * GB + 1)) / 100)).toBe(4);
    service.emulator.clock.advance(LONG_MS);
    expect((await service.get(`/images/${image.id}`)).body.status).not.toBe("available");
    expect(await put((await startUpload(service)).upload_to, DATA)).toBeLessThan(300);
  }),
  {
    id: "1.upload.cancelled-after-24-hours",
    section: `${TRANSITIONS}; Limits`,
    states: "An image whose data has not come within 24 hours is deleted, and its upload cancelled",
    test: async (service) => {
      const { image, upload_to } = await startUpload(service);
      service.emulator.clock.advance(23 * HOUR_MS);
      expect((await service.get(`/images/${image.id}`)).body.status).toBe("pending_upload");
      service.emulator.clock.advance(HOUR_MS);
      await waitUntilDeleted(service, `/images/${image.id}`);
      expect(Math.floor((await put(upload_to, DATA)) / 100)).toBe(4);
      service.emulator.clock.advance(LONG_MS);
      expectFailure(await service.get(`/images/${image.id}`));
    },
  },
  state("1.upload.kept-after-24-hours", "An image whose data came within 24 hours stays", async (service) => {
    const { image, upload_to } = await startUpload(service);
    service.emulator.clock.advance(23 * HOUR_MS);
    expect(await put(upload_to, DATA)).toBeLessThan(300);
    service.emulator.clock.advance(48 * HOUR_MS);
    expect((await service.get(`/images/${image.id}`)).body.status).toBe("available");
  }),
  rule("1.upload.any-region", "An uploaded image can be deployed in every region", async (service) => {
    const { image, upload_to } = await startUpload(service, { region: "us-east" });
    await put(upload_to, DATA);
    await waitForStatus(service, `/images/${image.id}`, "available");
    for (const region of ["us-east", "eu-west", "ap-south"]) {
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, region, image: image.id }));
    }
  }),
];
