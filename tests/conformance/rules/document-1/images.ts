import { DEBIAN } from "../../../emulator/support/client";
import { INSTANCES } from "../../../emulator/support/instances";
import { list } from "../../lists";
import type { Rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, LONG_MS, waitForStatus } from "../../support";
import { capture, captured, FIRST, running, startUpload } from "./support";
import { statedIn } from "../stated-in";

const ENDPOINTS = "Document 1, Endpoints, Images";
const UPDATE = `${ENDPOINTS} (update); Limits`;

const endpoint = statedIn(ENDPOINTS);
const update = statedIn(UPDATE);
const rule = statedIn(`${ENDPOINTS}, Upload rules`);

const CAPTURES: readonly Rule[] = [
  endpoint(
    "1.capture.response",
    "Capturing a disk returns a private image with the given label and description",
    async (service) => {
      await running(service);
      const image = await capture(service, { label: "golden", description: "with everything" });
      expect(image).toMatchObject({
        label: "golden",
        description: "with everything",
        is_public: false,
        type: "manual",
      });
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
  endpoint("1.capture.disk-id", "Capturing needs disk_id, the integer id of a disk that there is", async (service) => {
    await running(service);
    for (const disk_id of [undefined, "first"]) {
      expectRefusal(await service.post("/images", { disk_id, label: "golden" }), "disk_id");
    }
    // The real service returns 404 and names no field.
    expectFailure(await service.post("/images", { disk_id: 1, label: "golden" }));
    await capture(service);
  }),
  endpoint(
    "1.capture.default-label",
    "A captured image without a given label has that of the disk",
    async (service) => {
      await running(service);
      service.emulator.poke("disk", FIRST.disk, { label: "my disk" });
      expect((await capture(service, { label: undefined })).label).toBe("my disk");
    },
  ),
  endpoint("1.capture.texts", "Label and description of a captured image are texts", async (service) => {
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
    update(
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
  update("1.image-update.nothing", "All fields of an update are optional", async (service) => {
    const { image } = await startUpload(service);
    const after = expectSuccess(await service.put(`/images/${image.id}`, {}));
    expect(after).toEqual({ ...image, updated: after.updated });
  }),
  update(
    "1.image-update.description-length",
    "A description has 1 to 65000 characters, or is null",
    async (service) => {
      const { image } = await startUpload(service, { description: "before" });
      const describe = (description: unknown) => service.put(`/images/${image.id}`, { description });
      for (const length of [1, 65_000]) expectSuccess(await describe("x".repeat(length)));
      for (const wrong of ["", "x".repeat(65_001), 5]) expectRefusal(await describe(wrong), "description");
      expect(expectSuccess(await describe(null))).toMatchObject({ description: null });
    },
  ),
  update(
    "1.image-update.status-values",
    "An update takes each of the three statuses, and no other",
    async (service) => {
      const { image } = await startUpload(service);
      expectRefusal(await service.put(`/images/${image.id}`, { status: "ready" }), "status");
      for (const status of ["creating", "pending_upload", "available"]) {
        expectSuccess(await service.put(`/images/${image.id}`, { status }));
      }
    },
  ),
  {
    id: "1.image-update.status",
    section: UPDATE,
    states: "An update sets the status of an image",
    deviates:
      "a status is accepted and ignored: it says how far the image is, and the document does not say what setting it does",
  },
  update("1.image-update.label-type", "The label is a text", async (service) => {
    const { image } = await startUpload(service);
    expectRefusal(await service.put(`/images/${image.id}`, { label: 12345 }), "label");
  }),
  rule("1.image-update.private-only", "A public image cannot be updated", async (service) => {
    const before = (await service.get(`/images/${DEBIAN.image}`)).body;
    expectFailure(await service.put(`/images/${DEBIAN.image}`, { label: "mine" }));
    expect(expectSuccess(await service.get(`/images/${DEBIAN.image}`))).toEqual(before);
    const { image } = await startUpload(service);
    expect(expectSuccess(await service.put(`/images/${image.id}`, { label: "mine" })).label).toBe("mine");
  }),
];

export const IMAGE_RULES: readonly Rule[] = [
  ...CAPTURES,
  ...UPDATES,
  endpoint(
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
  rule("1.image-delete.private-only", "A public image cannot be deleted", async (service) => {
    expectFailure(await service.delete(`/images/${DEBIAN.image}`));
    service.emulator.clock.advance(LONG_MS);
    expectSuccess(await service.get(`/images/${DEBIAN.image}`));
    const { image } = await startUpload(service);
    expectSuccess(await service.delete(`/images/${image.id}`));
  }),
];
