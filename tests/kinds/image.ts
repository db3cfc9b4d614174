import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { aDisk } from "../support/action-programs";
import { someOf, twoOf, unicode } from "../support/arbitraries";
import { asset } from "../support/programs";
import { COUNT, DATE, documented, envelopeOf, fields, FLAG, NOTHING, oneOf, only, orNull, TEXT } from "./schema";
import { specimen, TIMES } from "./specimen";
import type { Needs } from "./specimen";

/**
 * An image (Linode API v4, Images). Its eol and vendor are null on a private image, and on a distribution without an end of life.
 */
const IMAGE = documented({
  id: { type: "string", pattern: "^(compute/.+|private/\\d+)$" },
  label: TEXT,
  description: { ...orNull(TEXT), minLength: 1, maxLength: 65_000 },
  created: DATE,
  updated: DATE,
  created_by: TEXT,
  deprecated: FLAG,
  eol: orNull(DATE),
  expiry: orNull(DATE),
  is_public: FLAG,
  size: COUNT,
  status: oneOf("creating", "pending_upload", "available"),
  type: oneOf("manual", "automatic"),
  vendor: orNull(TEXT),
});

/** The response to the creation of an upload (Linode API v4, Images). */
const UPLOAD = documented({ image: IMAGE, upload_to: { type: "string", format: "uri" } });

const changing = someOf({
  label: fc.oneof(fc.stringMatching(/^[A-Za-z0-9 ,.?'_-]{1,50}$/), fc.constantFrom(" padded ", "?", "a".repeat(50))),
  description: fc.oneof(unicode(65_000), fc.constantFrom("a\nb", "null")),
});

const data = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });

export const twoUploads = twoOf(
  fc
    .tuple(data, fc.constantFrom("us-east", "eu-west"), someOf({ sourceHash: unicode(255) }))
    .map(([text, region, hash]): Values => ({ ...hash, region, source: asset({ text }) })),
  () => changing,
);

const ofDisk: Needs = async (service) => ({ diskId: await aDisk(service) });

export default specimen("Image", {
  terraform: ["linode_image", { id: "private/7" }],
  lost: "its data",
  // An uploaded image, with and without a user's hash, and a captured one.
  variants: [
    {
      label: ["golden", "silver, it's 2.0"],
      description: ["Base of all machines", "Another base"],
      region: ["us-east", "eu-west"],
      source: ["package.json", "https://example.com/disk.img"],
      sourceHash: ["release 1", "release 2"],
    },
    {
      label: ["captured", "captured again"],
      description: ["Of a disk", "Of another disk"],
      diskId: [25_001, "25002"],
    },
  ],
  shows: () => ({
    ...TIMES,
    size: 25_088,
    status: "available",
    type: "manual",
    createdBy: "admin",
    isPublic: false,
    deprecated: false,
    eol: null,
    expiry: null,
    vendor: null,
  }),
  lives: [
    {
      title: "an uploaded image",
      args: { label: "golden", region: "us-east", source: "package.json", description: "Base" },
      changes: { description: "Base of all machines" },
      post: "/images/upload",
      made: { label: "golden", description: "Base", status: "available" },
      changed: { label: "golden", description: "Base of all machines" },
    },
    {
      title: "an image of a disk",
      needs: ofDisk,
      args: { label: "captured" },
      changes: { label: "captured again" },
      made: { label: "captured", status: "available" },
      changed: { label: "captured again" },
    },
  ],
  random: [
    { title: "an uploaded image", two: twoUploads },
    { title: "an image of a disk", needs: ofDisk, two: twoOf(fc.constant<Values>({}), () => changing) },
  ],
  // Linode API v4, Images
  wire: {
    "GET /images": { answer: envelopeOf(IMAGE) },
    "POST /images": { body: fields("disk_id", "label", "description"), answer: IMAGE },
    "POST /images/upload": { body: fields("label", "region", "description"), answer: UPLOAD },
    "GET /images/{+}": { answer: IMAGE },
    "PUT /images/{+}": { body: only(IMAGE, "description", "label", "status"), answer: IMAGE },
    "DELETE /images/{+}": { answer: NOTHING },
  },
});
