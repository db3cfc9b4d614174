import { asUser, DEBIAN } from "../../../emulator/support/client";
import { INSTANCES } from "../../../emulator/support/instances";
import { list } from "../../lists";
import type { Rule } from "../../rule";
import type { Shape } from "../../shapes";
import { expectShape, isFlag, isInteger, isText, isTime, matching, oneOf, orNull } from "../../shapes";
import { expectRefusal, expectSuccess, LONG_MS, observedOnce } from "../../support";
import type { ImageBody } from "./support";
import { capture, running, settled, startUpload, withTokens } from "./support";
import { statedIn } from "../stated-in";

const IMAGE = "Document 1, Image";
const rule = statedIn(IMAGE);

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

export const IMAGE_FIELD_RULES: readonly Rule[] = [
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
];
