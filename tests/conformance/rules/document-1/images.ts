import { asUser, DEBIAN } from "../../../emulator/support/client";
import type { ImageBody } from "../../../emulator/support/images";
import { beginUpload, pending, upload, uploaded } from "../../../emulator/support/images";
import { INSTANCES } from "../../../emulator/support/instances";
import { HOUR_MS } from "../../../support/time";
import { fieldRules, rule } from "../../rule";
import {
  expectFailure,
  expectRefusal,
  expectSuccess,
  list,
  LONG_MS,
  observedOnce,
  waitForStatus,
  waitUntilDeleted,
} from "../../support";
import { capture, captured, FIRST, running, settled, startUpload, withTokens } from "./support";

const IMAGE = "Document 1, Image";

const GOLDEN = { label: "golden", description: "with everything" };

/** The fields of the table, each with its description. It doesn't specify vendor and eol of a private image. */
const FIELDS = {
  id: "The id of an image is a text that starts with compute/ or private/",
  label: "The label of an image is a text",
  description: "The description of an image is a text of 1 to 65000 characters, or null",
  created: "The created of an image is a date with time",
  updated: "The updated of an image is a date with time",
  created_by: "The created_by of an image is a text",
  deprecated: "The deprecated of an image is true or false",
  eol: "The eol of an image is a date with time, where there is one",
  expiry: "The expiry of an image is a date with time, or null",
  is_public: "The is_public of an image is true or false",
  size: "The size of an image is an integer",
  status: "The status of an image is one of three words",
  type: "The type of an image is manual or automatic",
  vendor: "The vendor of an image is a text, where there is one",
};

/** The public images, one that is being uploaded, and one that was captured, first unfinished and then available. */
const samples = observedOnce(async (service): Promise<readonly ImageBody[]> => {
  await running(service);
  const made = [(await startUpload(service)).image, await capture(service)];
  const early = await list(service, "/images");
  service.emulator.clock.advance(LONG_MS);
  return [...made, ...([...early, ...(await list(service, "/images"))] as unknown as ImageBody[])];
});

const ENDPOINTS = "Document 1, Endpoints, Images";
const UPDATE = `${ENDPOINTS} (update); Limits`;
const SENDING = `${ENDPOINTS}, Upload rules`;
const UPLOAD = "Document 1, Endpoints, Images (upload)";
const TRANSITIONS = `${SENDING}; States and transitions`;

const GB = 2 ** 30;

export const IMAGE_RULES = [
  ...fieldRules("1.image.type-of-", IMAGE, FIELDS, samples),
  rule("1.image.public-id", IMAGE)
    .states("The ids of public images start with compute/, those of private ones with private/")
    .testOn(samples, (_service, images) => {
      for (const { id, is_public } of images) expect(id.startsWith("compute/")).toBe(is_public);
      expect(new Set(images.map(({ is_public }) => is_public)).size).toBe(2);
    }),
  rule("1.image.created-by", IMAGE, { options: withTokens({ token: "alice", username: "alice" }) })
    .states("created_by is the user's name, or for every public image the same public marker")
    .test(async (service) => {
      const markers = (await list(service, "/images")).map((image) => image["created_by"]);
      expect(new Set(markers).size).toBe(1);
      const { image } = await startUpload(asUser(service, "alice"));
      expect(image["created_by"]).toBe("alice");
      expect(markers).not.toContain("alice");
    }),
  rule("1.image.deprecated", IMAGE)
    .states("Only public images can be deprecated")
    .test(async (service) => {
      const deprecated = (await samples(service)).filter((image) => image["deprecated"] === true);
      expect(deprecated.length).toBeGreaterThan(0);
      for (const image of deprecated) expect(image).toMatchObject({ is_public: true });
    }),
  rule("1.image.eol", IMAGE)
    .states("Only a public image has a planned end of life")
    .test(async (service) => {
      for (const image of await samples(service)) if (image["is_public"] !== true) expect(image["eol"]).toBeNull();
      const { eol } = expectSuccess(await service.get(`/images/${DEBIAN.image}`));
      expect(eol).toEqual(expect.any(String));
    }),
  rule("1.image.expiry", IMAGE)
    .states("An image that is not automatic has no expiry")
    .test(async (service) => {
      for (const image of await samples(service)) {
        if (image["type"] === "manual") expect(image).toMatchObject({ expiry: null });
      }
    }),
  rule("1.image.automatic", IMAGE)
    .states("An automatic image is made from a deleted instance and expires")
    .untestable("When the service makes one, the document does not say."),
  rule("1.image.size-needed", IMAGE)
    .states("The size is what deploying the image needs at least, in MB")
    .test(async (service) => {
      const sizeOf = async (image: string) => expectSuccess(await service.get(`/images/${image}`)).size;
      const [small, large] = ["compute/alpine3.15", DEBIAN.image] as const;
      const left = ((await sizeOf(small)) + (await sizeOf(large))) / 2;
      const { disk } = (await service.create(INSTANCES, DEBIAN)).specs;
      // The swap disk leaves room for one of them and not for the other.
      const body = { ...DEBIAN, swap_size: Number(disk) - left };
      expectRefusal(await service.post(INSTANCES, { ...body, image: large }));
      expectSuccess(await service.post(INSTANCES, { ...body, image: small }));
    }),
  rule("1.image.creating-not-deployable", IMAGE)
    .states("An image that is still being captured cannot be deployed")
    .testOn(running, async (service) => {
      const { id } = await capture(service);
      const body = { ...DEBIAN, type: "g6-standard-1", image: id };
      expectRefusal(await service.post(INSTANCES, body), "image");
      await settled(service, `/images/${id}`, "available");
      expectSuccess(await service.post(INSTANCES, body));
    }),
  rule("1.image.pending-not-deployable", IMAGE)
    .states("An image that waits for its upload cannot be deployed")
    .testOn(pending, async (service, { image }) => {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, image: image.id }), "image");
    }),
  rule("1.capture.response", ENDPOINTS)
    .states("Capturing a disk returns a private image with the given label and description")
    .testOn(running, async (service) => {
      const image = await capture(service, GOLDEN);
      expect(image).toMatchObject({ ...GOLDEN, is_public: false, type: "manual" });
      expect(image.id).toMatch(/^private\/\d+$/);
    }),
  rule("1.capture.status", "Document 1, States and transitions")
    .states("A captured image is creating first, and available once the capture has finished")
    .testOn(running, async (service) => {
      const { id, status } = await capture(service);
      expect(status).toBe("creating");
      await waitForStatus(service, `/images/${id}`, "available");
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`/images/${id}`)).body.status).toBe("available");
    }),
  rule("1.capture.disk-id", ENDPOINTS)
    .states("Capturing needs disk_id, the integer id of a disk that there is")
    .testOn(running, async (service) => {
      for (const disk_id of [undefined, "first"]) {
        expectRefusal(await service.post("/images", { disk_id, label: "golden" }), "disk_id");
      }
      // The real service returns 404 and names no field.
      expectFailure(await service.post("/images", { disk_id: 1, label: "golden" }));
      await capture(service);
    }),
  rule("1.capture.default-label", ENDPOINTS)
    .states("A captured image without a given label has that of the disk")
    .testOn(running, async (service) => {
      service.emulator.poke("disk", FIRST.disk, { label: "my disk" });
      expect((await capture(service, { label: undefined })).label).toBe("my disk");
    }),
  rule("1.capture.texts", ENDPOINTS)
    .states("Label and description of a captured image are texts")
    .testOn(running, async (service) => {
      for (const field of ["label", "description"]) {
        expectRefusal(await service.post("/images", { disk_id: FIRST.disk, label: "golden", [field]: 5 }), field);
      }
      await capture(service);
    }),
  rule("1.capture.description-length", "Document 1, Image; Limits")
    .states("The description of a captured image has at most 65000 characters")
    .testOn(running, async (service) => {
      const tooLong = { disk_id: FIRST.disk, label: "golden", description: "x".repeat(65_001) };
      expectRefusal(await service.post("/images", tooLong), "description");
      await capture(service, { description: "x".repeat(65_000) });
    }),
  ...Object.entries({ label: "renamed", description: "changed" }).map(([field, value]) =>
    rule(`1.image-update.${field}`, UPDATE)
      .states(`An update can bring ${field} alone, and returns the image with it`)
      .testOn(running, async (service) => {
        const before = await captured(service, { description: "before" });
        const after = expectSuccess(await service.put(`/images/${before.id}`, { [field]: value }));
        expect(after).toEqual({ ...before, [field]: value, updated: after.updated });
        expect(expectSuccess(await service.get(`/images/${before.id}`))).toEqual(after);
      }),
  ),
  rule("1.image-update.nothing", UPDATE)
    .states("All fields of an update are optional")
    .testOn(pending, async (service, { image, path }) => {
      const after = expectSuccess(await service.put(path, {}));
      expect(after).toEqual({ ...image, updated: after.updated });
    }),
  rule("1.image-update.description-length", UPDATE)
    .states("A description has 1 to 65000 characters, or is null")
    .test(async (service) => {
      const { path } = await pending(service, { description: "before" });
      const describe = (description: unknown) => service.put(path, { description });
      for (const length of [1, 65_000]) expectSuccess(await describe("x".repeat(length)));
      for (const wrong of ["", "x".repeat(65_001), 5]) expectRefusal(await describe(wrong), "description");
      expect(expectSuccess(await describe(null))).toMatchObject({ description: null });
    }),
  rule("1.image-update.status-values", UPDATE)
    .states("An update takes each of the three statuses, and no other")
    .testOn(pending, async (service, { path }) => {
      expectRefusal(await service.put(path, { status: "ready" }), "status");
      for (const status of ["creating", "pending_upload", "available"]) {
        expectSuccess(await service.put(path, { status }));
      }
    }),
  rule("1.image-update.status", UPDATE)
    .states("An update sets the status of an image")
    .deviates(
      "a status is accepted and ignored: it says how far the image is, and the document does not say what setting it does",
    ),
  rule("1.image-update.label-type", UPDATE)
    .states("The label is a text")
    .testOn(pending, async (service, { path }) => {
      expectRefusal(await service.put(path, { label: 12345 }), "label");
    }),
  rule("1.image-update.private-only", SENDING)
    .states("A public image can be neither updated nor deleted")
    .test(async (service) => {
      const before = (await service.get(`/images/${DEBIAN.image}`)).body;
      expectFailure(await service.put(`/images/${DEBIAN.image}`, { label: "mine" }));
      expectFailure(await service.delete(`/images/${DEBIAN.image}`));
      service.emulator.clock.advance(LONG_MS);
      expect(expectSuccess(await service.get(`/images/${DEBIAN.image}`))).toEqual(before);
      const { path } = await pending(service);
      expect(expectSuccess(await service.put(path, { label: "mine" })).label).toBe("mine");
    }),
  rule("1.image.list-and-view-agree", ENDPOINTS)
    .states("The list holds images, public and private, as their own paths show them")
    .testOn(startUpload, async (service) => {
      const images = await list(service, "/images");
      expect(new Set(images.map((image) => image["is_public"])).size).toBe(2);
      for (const image of images) {
        expect(expectSuccess(await service.get(`/images/${String(image.id)}`))).toEqual(image);
      }
    }),
  rule("1.image-delete.response", `${ENDPOINTS}; Conventions`)
    .states("Deleting a private image returns an empty object, and the image is deleted for good")
    .testOn(running, async (service) => {
      const { id } = await captured(service);
      expect(expectSuccess(await service.delete(`/images/${id}`))).toEqual({});
      for (let looks = 0; looks < 2; looks++) {
        service.emulator.clock.advance(LONG_MS);
        expectFailure(await service.get(`/images/${id}`));
        expect((await list(service, "/images")).map((image) => image.id)).not.toContain(id);
      }
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, type: "g6-standard-1", image: id }), "image");
    }),
  rule("1.upload.response", UPLOAD)
    .states("Starting an upload returns the image and upload_to, the address for the data")
    .test(async (service) => {
      const { image, path, to } = await pending(service, GOLDEN);
      expect(image).toMatchObject({ ...GOLDEN, is_public: false, type: "manual" });
      expect(new URL(to).protocol).toMatch(/^https?:$/);
      expect(expectSuccess(await service.get(path))).toEqual(image);
    }),
  ...(["label", "region"] as const).map((field) =>
    rule(`1.upload.${field}-required`, UPLOAD)
      .states(`Starting an upload needs ${field}, a text`)
      .test(async (service) => {
        const body = { label: "golden", region: DEBIAN.region };
        for (const value of [undefined, 5]) {
          expectRefusal(await service.post("/images/upload", { ...body, [field]: value }), field);
        }
        expectSuccess(await service.post("/images/upload", body));
      }),
  ),
  rule("1.upload.region-id", UPLOAD)
    .states("The region of an upload is one that there is")
    .test(async (service) => {
      expectRefusal(await service.post("/images/upload", { label: "golden", region: "nowhere" }), "region");
      await startUpload(service);
    }),
  rule("1.upload.description", `${UPLOAD}; Image; Limits`)
    .states("The description of an upload is optional, a text of at most 65000 characters")
    .test(async (service) => {
      const body = { label: "golden", region: DEBIAN.region };
      for (const description of [5, "x".repeat(65_001)]) {
        expectRefusal(await service.post("/images/upload", { ...body, description }), "description");
      }
      for (const description of [undefined, "x".repeat(65_000)]) await startUpload(service, { description });
    }),
  rule("1.upload.available", TRANSITIONS)
    .states("The image is pending_upload until the data is received and processed, then available")
    .testOn(pending, async (service, { image, path, to, status }) => {
      expect(image.status).toBe("pending_upload");
      service.emulator.clock.advance(LONG_MS);
      expect(await status()).toBe("pending_upload");
      expect((await upload(to)).ok).toBe(true);
      await waitForStatus(service, path, "available");
    }),
  rule("1.upload.put", SENDING)
    .states("The data is sent by PUT to upload_to; nothing else counts as the upload")
    .testOn(pending, async (service, { path, to, status }) => {
      await fetch(to);
      for (const method of ["POST", "PATCH", "DELETE"]) await upload(to, undefined, { method });
      service.emulator.clock.advance(LONG_MS);
      expect(await status()).toBe("pending_upload");
      await upload(to);
      await waitForStatus(service, path, "available");
    }),
  rule("1.upload.size", "Document 1, Image")
    .states("The size of an uploaded image is enough for the disk image that it was made from")
    .testOn(pending, async (service, { path, to }) => {
      await upload(to);
      const { size } = await waitForStatus(service, path, "available");
      expect(size).toBeGreaterThanOrEqual(2);
    }),
  rule("1.upload.gzip", SENDING)
    .states("Data that is not compressed with gzip does not make the image available")
    .testOn(pending, async (service, { to, status }) => {
      await upload(to, "raw".repeat(1000));
      service.emulator.clock.advance(LONG_MS);
      expect(await status()).not.toBe("available");
      expect(await uploaded(service)).toMatchObject({ status: "available" });
    }),
  rule("1.upload.at-most-5-gb", `${SENDING}; Limits`)
    .states("More than 5 GB of compressed data are rejected")
    .testOn(pending, async (service, { to, status }) => {
      const { request, answer } = beginUpload(to, { "Content-Length": 5 * GB + 1 });
      expect(Math.floor(((await answer).statusCode ?? 0) / 100)).toBe(4);
      request.destroy();
      service.emulator.clock.advance(LONG_MS);
      expect(await status()).not.toBe("available");
      await uploaded(service);
    }),
  rule("1.upload.cancelled-after-24-hours", `${TRANSITIONS}; Limits`)
    .states("An image whose data has not come within 24 hours is deleted, and its upload cancelled")
    .testOn(pending, async (service, { path, to, status }) => {
      service.emulator.clock.advance(23 * HOUR_MS);
      expect(await status()).toBe("pending_upload");
      service.emulator.clock.advance(HOUR_MS);
      await waitUntilDeleted(service, path);
      expect(Math.floor((await upload(to)).status / 100)).toBe(4);
      service.emulator.clock.advance(LONG_MS);
      expectFailure(await service.get(path));
    }),
  rule("1.upload.kept-after-24-hours", TRANSITIONS)
    .states("An image whose data came within 24 hours stays")
    .testOn(pending, async (service, { to, status }) => {
      service.emulator.clock.advance(23 * HOUR_MS);
      expect((await upload(to)).ok).toBe(true);
      service.emulator.clock.advance(48 * HOUR_MS);
      expect(await status()).toBe("available");
    }),
  rule("1.upload.any-region", SENDING)
    .states("An uploaded image can be deployed in every region")
    .testOn(uploaded, async (service, { id }) => {
      for (const region of ["us-east", "eu-west", "ap-south"]) {
        expectSuccess(await service.post(INSTANCES, { ...DEBIAN, region, image: id }));
      }
    }),
];
