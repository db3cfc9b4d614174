import type { IsGiven } from "../definition/definition";
import { imageId } from "../definition/ids";
import { uploadSource } from "../definition/source";
import { text, word, described } from "../definition/types";
import type { Failure } from "../definition/types";
import { define } from "../definition/definition";
import { fields } from "../definition/outputs";
import { regions } from "./catalogues";
import { idArgument } from "./id-argument";

/** Inputs of an `Image`, except `source` (Linode API v4, Images). Exactly one of `diskId` and `source` is required. */
export interface PlainImageArgs {
  /**
   * Name shown in listings; need not be unique. The API may reject more than 50 characters, and characters other than letters, digits,
   * spaces and `,.?-_'`; a preview warns about them. Generated from the resource's name if omitted. Updates in place.
   */
  label?: string;
  /** Text of 1 to 65,000 characters; default none. Updates in place; removing it sends null. */
  description?: string;
  /**
   * ID of an instance's disk to capture, as a number or a string. The create waits while the instance is busy or the disk is not
   * ready. Cannot be combined with `source`. Changing it replaces the image.
   */
  diskId?: number | string;
  /**
   * Region to upload the data to, such as `us-east`; required with `source`, and only valid there. It matters only for the
   * upload: the image can be used in any region, and changing it changes nothing.
   */
  region?: string;
  /**
   * Identifies the content of `source`: another value replaces the image. Computed if omitted: the SHA-256 of the file or text as given, in
   * hexadecimal; for a URL, only of the URL itself. With a value of your own, 1 to 255 characters, the data is not read and need not
   * exist while the value stays the same.
   */
  sourceHash?: string;
}

/** Outputs of an `Image`, except `source` (Linode API v4, Images). */
export interface PlainImageState {
  /** Name shown in listings. */
  label: string;
  /** Text about it; null if there is none. */
  description: string | null;
  /** As given: a number or a string; undefined for an upload. */
  diskId: number | string | undefined;
  /** As given; undefined for a captured image. */
  region: string | undefined;
  /** SHA-256 of the data, or the given value; undefined for a captured image. */
  sourceHash: string | undefined;
  /** Minimum disk size, in MB, that it can be deployed to. */
  size: number;
  /** `available`; `creating` or `pending_upload` if a create did not finish. */
  status: string;
  /** `manual` or `automatic`. */
  type: string;
  /** Name of the user who created it. */
  createdBy: string;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
  /** False: an image of the account is private. */
  isPublic: boolean;
  /** True only for public images that are no longer maintained. */
  deprecated: boolean;
  /** Planned end of life of a public image. */
  eol: string | null;
  /** When an automatic image is removed. */
  expiry: string | null;
  /** Upstream distribution vendor. */
  vendor: string | null;
}

/** Where the data of an upload is: a path or a URL, or Pulumi's representation of an asset. */
interface Sourced {
  source?: string | object;
}
type ImageArgs = PlainImageArgs & Sourced;
type ImageState = PlainImageState & Sourced;

const MAX_BYTES = 5 * 1024 ** 3;

/** Some tools print hashes in upper case. */
const canonicalHash = described("The case of a SHA-256 hash is ignored.", (hash: unknown) =>
  typeof hash === "string" && /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : hash,
);

export const image = define<ImageArgs, ImageState>({
  kind: "Image",
  noun: "image",
  describedIn: "Linode API v4, Images",
  bridged: {
    type: "linode:index/image:Image",
    inputs: { filePath: "source", fileHash: undefined, linodeId: undefined, waitForReplications: undefined },
  },
  collection: "/images",
  ids: {
    type: imageId,
    example: "private/123",
    cannotManage: (id, live) => {
      if (live?.type === "automatic") return "the service creates and deletes automatic images itself";
      return /^private\/\d+$/.test(id)
        ? undefined
        : "is not a private image (private/…); public images are read-only, so read them with getImage";
    },
  },
  args: {
    label: { type: text(0, Infinity), warning: unusualLabel },
    description: { type: text(1, 65_000), removal: { sends: null } },
    diskId: {
      ...idArgument,
      required: { by: "an image without `source`", always: true },
      writeOnly: true,
      sent: { in: "create" },
      change: { replaces: true },
    },
    source: {
      type: uploadSource,
      required: { by: "an image without `diskId`", always: true },
      writeOnly: true,
      sent: { in: "creation" },
    },
    sourceHash: {
      type: text(1, 255),
      writeOnly: true,
      sent: { in: "nowhere" },
      compare: { canonical: canonicalHash },
      change: { replaces: true },
    },
    region: {
      type: word,
      required: { by: "`source`", always: true },
      writeOnly: true,
      sent: { in: "creation" },
      catalogue: regions,
    },
  },
  outputs: {
    from: fields(
      "size",
      "status",
      "type",
      "createdBy",
      "created",
      "updated",
      "isPublic",
      "deprecated",
      "eol",
      "expiry",
      "vendor",
    ),
    neverNull: ["label", "status"],
    movedBy: {
      size: [],
      type: [],
      createdBy: [],
      created: [],
      isPublic: [],
      deprecated: [],
      eol: [],
      expiry: [],
      vendor: [],
      label: [],
      description: [],
    },
  },
  checks: { rules: [isCapturedOrUploaded, uploadIsComplete] },
  identity: {
    by: ["label", "description"],
    generated: "label",
  },
  creation: {
    upload: {
      from: "source",
      by: "sourceHash",
      request: ({ label, description, region }) => ({
        path: "/images/upload",
        body: { label, region, ...(description === undefined ? {} : { description }) },
      }),
      reserved: (response) => [response.image, response.uploadTo],
      status: "pending_upload",
      maxBytes: MAX_BYTES,
    },
    whenRejected: ofDisk,
  },
  cost: "the service charges for each GB of an image, but the API does not list that price",
  status: { afterCreate: () => "available", idle: ["available"], resume: () => [] },
  loses: { deleted: "its data" },
  deadlines: { createSec: 120 * 60, updateSec: 120 * 60, deleteSec: 30 * 60 },
});

/** The disk to capture may be busy for a while. */
function ofDisk(status: number, reasons: string): "retry" | Failure | undefined {
  if (/please wait|busy|not ready/i.test(reasons)) return "retry";
  const reason =
    "no disk has this ID, or it belongs to another account; getInstanceDisks lists the disks of an instance";
  return status === 404 ? { path: "diskId", reason } : undefined;
}

/** A label with characters other than letters, digits, spaces and `,.?-_'`, or with more than 50: the API may reject it. */
function unusualLabel(label: string): string | undefined {
  return /^[A-Za-z0-9 ,.?'_-]{1,50}$/.test(label)
    ? undefined
    : "the API may reject it; it is known to accept labels of 1 to 50 letters, digits, spaces and , . ? - _ '";
}

/** Exactly one of `source` and `diskId` is required; an imported image needs neither. */
function isCapturedOrUploaded(
  _: Partial<ImageArgs>,
  isGiven: IsGiven<ImageArgs>,
  isCertain: IsGiven<ImageArgs>,
): Failure[] {
  if (isCertain("diskId") && isCertain("source")) {
    return [
      { path: "source", reason: "cannot be combined with diskId: an image is either uploaded or captured from a disk" },
    ];
  }
  if (isGiven("diskId") || isGiven("source")) return [];
  return [
    {
      path: "source",
      reason: "is required unless diskId is set: an image is either uploaded or captured from a disk",
    },
  ];
}

/** `source` requires `region`; `region` and `sourceHash` are valid only with `source`. */
function uploadIsComplete(
  _: Partial<ImageArgs>,
  isGiven: IsGiven<ImageArgs>,
  isCertain: IsGiven<ImageArgs>,
): Failure[] {
  if (isGiven("source") && !isGiven("region")) return [{ path: "region", reason: "is required with source" }];
  if (isGiven("source")) return [];
  return (["region", "sourceHash"] as const)
    .filter(isCertain)
    .map((path) => ({ path, reason: "is valid only with source" }));
}
