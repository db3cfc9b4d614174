import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { asUser, DEBIAN } from "../../../emulator/support/client";
import { INSTANCES } from "../../../emulator/support/instances";
import { HOUR_MS } from "../../../support/time";
import { list } from "../../lists";
import type { Rule } from "../../rule";
import type { Shape } from "../../shapes";
import { expectShape, isFlag, isInteger, isText, isTime, matching, oneOf, orNull } from "../../shapes";
import {
  expectFailure,
  expectRefusal,
  expectSuccess,
  LONG_MS,
  observedOnce,
  waitForStatus,
  waitUntilDeleted,
} from "../../support";
import { statedIn } from "../stated-in";
import type { ImageBody } from "./support";
import { capture, captured, FIRST, running, settled, startUpload, withTokens } from "./support";

const IMAGE = "Document 1, Image";
const rule = statedIn(IMAGE);

const GOLDEN = { label: "golden", description: "with everything" };

const isDescription = orNull((value) => typeof value === "string" && value.length >= 1 && value.length <= 65_000);

/** Rows of the table. It doesn't specify vendor and eol of a private image, which describe public ones. */
const FIELDS: ReadonlyArray<readonly [field: string, states: string, shape: Shape]> = [
  ["id", "a text that starts with compute/ or private/", matching(/^(compute|private)\/./)],
  ["label", "a text", isText],
  ["description", "a text of 1 to 65000 characters, or null", isDescription],
  ["created", "a date with time", isTime],
  ["updated", "a date with time", isTime],
  ["created_by", "a text", isText],
  ["deprecated", "true or false", isFlag],
  ["eol", "a date with time, where there is one", orNull(isTime)],
  ["expiry", "a date with time, or null", orNull(isTime)],
  ["is_public", "true or false", isFlag],
  ["size", "an integer", isInteger],
  ["status", "one of three words", oneOf("creating", "pending_upload", "available")],
  ["type", "manual or automatic", oneOf("manual", "automatic")],
  ["vendor", "a text, where there is one", orNull(isText)],
];

/** The public images, one that is being uploaded, and one that was captured, first unfinished and then available. */
const samples = observedOnce(async (service): Promise<readonly ImageBody[]> => {
  await running(service);
  const made = [(await startUpload(service)).image, await capture(service)];
  const early = await list(service, "/images");
  service.emulator.clock.advance(LONG_MS);
  return [...made, ...([...early, ...(await list(service, "/images"))] as unknown as ImageBody[])];
});

const SHAPES = FIELDS.map(([field, states, shape]) =>
  rule(`1.image.type-of-${field}`, `The ${field} of an image is ${states}`, async (service) => {
    for (const image of await samples(service)) expectShape(image, field, shape);
  }),
);

const ENDPOINTS = "Document 1, Endpoints, Images";
const UPDATE = `${ENDPOINTS} (update); Limits`;

const routes = statedIn(ENDPOINTS);
const edits = statedIn(UPDATE);
const sends = statedIn(`${ENDPOINTS}, Upload rules`);

const CAPTURES: readonly Rule[] = [
  routes(
    "1.capture.response",
    "Capturing a disk returns a private image with the given label and description",
    async (service) => {
      await running(service);
      const image = await capture(service, GOLDEN);
      expect(image).toMatchObject({ ...GOLDEN, is_public: false, type: "manual" });
      expect(image.id).toMatch(/^private\/\d+$/);
    },
  ),
  {
    id: "1.capture.status",
    section: "Document 1, States and transitions",
    states: "A captured image is creating first, and available once the capture has finished",
    test: async (service) => {
      await running(service);
      const { id, status } = await capture(service);
      expect(status).toBe("creating");
      await waitForStatus(service, `/images/${id}`, "available");
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`/images/${id}`)).body.status).toBe("available");
    },
  },
  routes("1.capture.disk-id", "Capturing needs disk_id, the integer id of a disk that there is", async (service) => {
    await running(service);
    for (const disk_id of [undefined, "first"]) {
      expectRefusal(await service.post("/images", { disk_id, label: "golden" }), "disk_id");
    }
    // The real service returns 404 and names no field.
    expectFailure(await service.post("/images", { disk_id: 1, label: "golden" }));
    await capture(service);
  }),
  routes("1.capture.default-label", "A captured image without a given label has that of the disk", async (service) => {
    await running(service);
    service.emulator.poke("disk", FIRST.disk, { label: "my disk" });
    expect((await capture(service, { label: undefined })).label).toBe("my disk");
  }),
  routes("1.capture.texts", "Label and description of a captured image are texts", async (service) => {
    await running(service);
    for (const field of ["label", "description"]) {
      expectRefusal(await service.post("/images", { disk_id: FIRST.disk, label: "golden", [field]: 5 }), field);
    }
    await capture(service);
  }),
  {
    id: "1.capture.description-length",
    section: "Document 1, Image; Limits",
    states: "The description of a captured image has at most 65000 characters",
    test: async (service) => {
      await running(service);
      const tooLong = { disk_id: FIRST.disk, label: "golden", description: "x".repeat(65_001) };
      expectRefusal(await service.post("/images", tooLong), "description");
      await capture(service, { description: "x".repeat(65_000) });
    },
  },
];

const UPDATES: readonly Rule[] = [
  ...Object.entries({ label: "renamed", description: "changed" }).map(([field, value]) =>
    edits(
      `1.image-update.${field}`,
      `An update can bring ${field} alone, and returns the image with it`,
      async (service) => {
        await running(service);
        const before = await captured(service, { description: "before" });
        const after = expectSuccess(await service.put(`/images/${before.id}`, { [field]: value }));
        expect(after).toEqual({ ...before, [field]: value, updated: after.updated });
        expect(expectSuccess(await service.get(`/images/${before.id}`))).toEqual(after);
      },
    ),
  ),
  edits("1.image-update.nothing", "All fields of an update are optional", async (service) => {
    const { image } = await startUpload(service);
    const after = expectSuccess(await service.put(`/images/${image.id}`, {}));
    expect(after).toEqual({ ...image, updated: after.updated });
  }),
  edits("1.image-update.description-length", "A description has 1 to 65000 characters, or is null", async (service) => {
    const { image } = await startUpload(service, { description: "before" });
    const describe = (description: unknown) => service.put(`/images/${image.id}`, { description });
    for (const length of [1, 65_000]) expectSuccess(await describe("x".repeat(length)));
    for (const wrong of ["", "x".repeat(65_001), 5]) expectRefusal(await describe(wrong), "description");
    expect(expectSuccess(await describe(null))).toMatchObject({ description: null });
  }),
  edits("1.image-update.status-values", "An update takes each of the three statuses, and no other", async (service) => {
    const { image } = await startUpload(service);
    expectRefusal(await service.put(`/images/${image.id}`, { status: "ready" }), "status");
    for (const status of ["creating", "pending_upload", "available"]) {
      expectSuccess(await service.put(`/images/${image.id}`, { status }));
    }
  }),
  {
    id: "1.image-update.status",
    section: UPDATE,
    states: "An update sets the status of an image",
    deviates:
      "a status is accepted and ignored: it says how far the image is, and the document does not say what setting it does",
  },
  edits("1.image-update.label-type", "The label is a text", async (service) => {
    const { image } = await startUpload(service);
    expectRefusal(await service.put(`/images/${image.id}`, { label: 12345 }), "label");
  }),
  sends("1.image-update.private-only", "A public image cannot be updated", async (service) => {
    const before = (await service.get(`/images/${DEBIAN.image}`)).body;
    expectFailure(await service.put(`/images/${DEBIAN.image}`, { label: "mine" }));
    expect(expectSuccess(await service.get(`/images/${DEBIAN.image}`))).toEqual(before);
    const { image } = await startUpload(service);
    expect(expectSuccess(await service.put(`/images/${image.id}`, { label: "mine" })).label).toBe("mine");
  }),
];

const UPLOAD = "Document 1, Endpoints, Images (upload)";
const RULES = "Document 1, Endpoints, Images, Upload rules";
const TRANSITIONS = `${RULES}; States and transitions`;

const upload = statedIn(UPLOAD);
const state = statedIn(TRANSITIONS);
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

export const IMAGE_RULES: readonly Rule[] = [
  ...SHAPES,
  rule(
    "1.image.public-id",
    "The ids of public images start with compute/, those of private ones with private/",
    async (service) => {
      const images = await samples(service);
      for (const { id, is_public } of images) expect(id.startsWith("compute/")).toBe(is_public);
      expect(new Set(images.map(({ is_public }) => is_public)).size).toBe(2);
    },
  ),
  {
    id: "1.image.created-by",
    section: IMAGE,
    states: "created_by is the user's name, or for every public image the same public marker",
    options: withTokens({ token: "alice", username: "alice" }),
    test: async (service) => {
      const markers = (await list(service, "/images")).map((image) => image["created_by"]);
      expect(new Set(markers).size).toBe(1);
      const { image } = await startUpload(asUser(service, "alice"));
      expect(image["created_by"]).toBe("alice");
      expect(markers).not.toContain("alice");
    },
  },
  rule("1.image.deprecated", "Only public images can be deprecated", async (service) => {
    const deprecated = (await samples(service)).filter((image) => image["deprecated"] === true);
    expect(deprecated.length).toBeGreaterThan(0);
    for (const image of deprecated) expect(image).toMatchObject({ is_public: true });
  }),
  rule("1.image.eol", "Only a public image has a planned end of life", async (service) => {
    for (const image of await samples(service)) if (image["is_public"] !== true) expect(image["eol"]).toBeNull();
    expectShape(expectSuccess(await service.get(`/images/${DEBIAN.image}`)), "eol", isTime);
  }),
  rule("1.image.expiry", "An image that is not automatic has no expiry", async (service) => {
    for (const image of await samples(service)) {
      if (image["type"] === "manual") expect(image).toMatchObject({ expiry: null });
    }
  }),
  {
    id: "1.image.automatic",
    section: IMAGE,
    states: "An automatic image is made from a deleted instance and expires",
    untestable: "When the service makes one, the document does not say.",
  },
  rule("1.image.size-needed", "The size is what deploying the image needs at least, in MB", async (service) => {
    const sizeOf = async (image: string) => expectSuccess(await service.get(`/images/${image}`)).size;
    const [small, large] = ["compute/alpine3.15", DEBIAN.image] as const;
    const left = ((await sizeOf(small)) + (await sizeOf(large))) / 2;
    const { disk } = (await service.create(INSTANCES, DEBIAN)).specs;
    // The swap disk leaves room for one of them and not for the other.
    const body = { ...DEBIAN, swap_size: Number(disk) - left };
    expectRefusal(await service.post(INSTANCES, { ...body, image: large }));
    expectSuccess(await service.post(INSTANCES, { ...body, image: small }));
  }),
  rule(
    "1.image.creating-not-deployable",
    "An image that is still being captured cannot be deployed",
    async (service) => {
      await running(service);
      const { id } = await capture(service);
      const body = { ...DEBIAN, type: "g6-standard-1", image: id };
      expectRefusal(await service.post(INSTANCES, body), "image");
      await settled(service, `/images/${id}`, "available");
      expectSuccess(await service.post(INSTANCES, body));
    },
  ),
  rule("1.image.pending-not-deployable", "An image that waits for its upload cannot be deployed", async (service) => {
    const { image } = await startUpload(service);
    expectRefusal(await service.post(INSTANCES, { ...DEBIAN, image: image.id }), "image");
  }),
  ...CAPTURES,
  ...UPDATES,
  routes(
    "1.image.list-and-view-agree",
    "The list holds images, public and private, as their own paths show them",
    async (service) => {
      await startUpload(service);
      const images = await list(service, "/images");
      expect(new Set(images.map((image) => image["is_public"])).size).toBe(2);
      for (const image of images) {
        expect(expectSuccess(await service.get(`/images/${String(image.id)}`))).toEqual(image);
      }
    },
  ),
  {
    id: "1.image-delete.response",
    section: `${ENDPOINTS}; Conventions`,
    states: "Deleting a private image returns an empty object, and the image is deleted for good",
    test: async (service) => {
      await running(service);
      const { id } = await captured(service);
      expect(expectSuccess(await service.delete(`/images/${id}`))).toEqual({});
      for (let looks = 0; looks < 2; looks++) {
        service.emulator.clock.advance(LONG_MS);
        expectFailure(await service.get(`/images/${id}`));
        expect((await list(service, "/images")).map((image) => image.id)).not.toContain(id);
      }
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, type: "g6-standard-1", image: id }), "image");
    },
  },
  sends("1.image-delete.private-only", "A public image cannot be deleted", async (service) => {
    expectFailure(await service.delete(`/images/${DEBIAN.image}`));
    service.emulator.clock.advance(LONG_MS);
    expectSuccess(await service.get(`/images/${DEBIAN.image}`));
    const { image } = await startUpload(service);
    expectSuccess(await service.delete(`/images/${image.id}`));
  }),
  upload(
    "1.upload.response",
    "Starting an upload returns the image and upload_to, the address for the data",
    async (service) => {
      const { image, upload_to } = await startUpload(service, GOLDEN);
      expect(image).toMatchObject({ ...GOLDEN, is_public: false, type: "manual" });
      expect(new URL(upload_to).protocol).toMatch(/^https?:$/);
      expect(expectSuccess(await service.get(`/images/${image.id}`))).toEqual(image);
    },
  ),
  ...(["label", "region"] as const).map((field) =>
    upload(`1.upload.${field}-required`, `Starting an upload needs ${field}, a text`, async (service) => {
      const body = { label: "golden", region: DEBIAN.region };
      for (const value of [undefined, 5]) {
        expectRefusal(await service.post("/images/upload", { ...body, [field]: value }), field);
      }
      expectSuccess(await service.post("/images/upload", body));
    }),
  ),
  upload("1.upload.region-id", "The region of an upload is one that there is", async (service) => {
    expectRefusal(await service.post("/images/upload", { label: "golden", region: "nowhere" }), "region");
    await startUpload(service);
  }),
  {
    id: "1.upload.description",
    section: `${UPLOAD}; Image; Limits`,
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
  sends("1.upload.put", "The data is sent by PUT to upload_to; nothing else counts as the upload", async (service) => {
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
  sends("1.upload.gzip", "Data that is not compressed with gzip does not make the image available", async (service) => {
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
  sends("1.upload.any-region", "An uploaded image can be deployed in every region", async (service) => {
    const { image, upload_to } = await startUpload(service, { region: "us-east" });
    await put(upload_to, DATA);
    await waitForStatus(service, `/images/${image.id}`, "available");
    for (const region of ["us-east", "eu-west", "ap-south"]) {
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, region, image: image.id }));
    }
  }),
];
