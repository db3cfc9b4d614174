import { imageId } from "../definition/ids";
import { dataSource } from "../definition/source";
import { objectId, text, word } from "../definition/types";
import type { Failure } from "../definition/types";
import type { Definition, Values } from "../definition/definition";
import { canonicalObjectId } from "../normalise/object-id";
import { told } from "../definition/described";
import { amongRegions } from "./listed";

/** What an `Image` is made of, but for `source` (document 1, Images). Exactly one of `diskId` and `source` is needed. */
export interface PlainImageArgs {
  /**
   * Name shown in listings; not unique. The service may refuse more than 50 characters, and others than letters, digits, spaces and
   * `,.?-_'`, which a preview warns of. Generated from the resource's name when left out. Changes in place.
   */
  label?: string;
  /** Text of 1 to 65,000 characters; default none. Changes in place; removing it sends null. */
  description?: string;
  /**
   * Id of the instance's disk that is captured, as a number or a string. A busy instance and a disk that is not ready are waited
   * for. Not together with `source`. Changing it replaces the image.
   */
  diskId?: number | string;
  /**
   * Region that the data is uploaded to, such as `us-east`; required with `source`, and only allowed there. It only matters to
   * the upload: the image can be used in any region, and a change of it changes nothing.
   */
  region?: string;
  /**
   * What tells one content of `source` from another: another value replaces the image. Computed when left out: SHA-256 of the
   * file or text, as it is given, in hexadecimal digits; of a URL, only of its text. A value of your own, 1 to 255 characters,
   * decides alone: while it stays the same the data is not looked at, and need not be there.
   */
  sourceHash?: string;
}

/** What an `Image` has, but for `source` (document 1, Image). */
export interface PlainImageState {
  label: string;
  description: string | null;
  /** As it was given: a number or a string; undefined for an upload. */
  diskId: number | string | undefined;
  /** As it was given; undefined for a captured image. */
  region: string | undefined;
  /** SHA-256 of the data, or what was given; undefined for a captured image. */
  sourceHash: string | undefined;
  /** Least disk size, in MB, that it can be deployed to. */
  size: number;
  /** `available`; `creating` or `pending_upload` where a create did not finish. */
  status: string;
  /** `manual` or `automatic`. */
  type: string;
  /** Name of the user who made it. */
  createdBy: string;
  /** When it was made, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
  /** False: an image of the account is private. */
  isPublic: boolean;
  /** True only for public images that are no longer kept up. */
  deprecated: boolean;
  /** Planned end of life of a public image. */
  eol: string | null;
  /** When an automatic image is removed. */
  expiry: string | null;
  /** Upstream distribution vendor. */
  vendor: string | null;
}

const MOST_BYTES = 5 * 1024 ** 3;

/** Some tools write the digits in capitals. */
const canonicalHash = told("The digits of a SHA-256 may be written in upper or lower case.", (hash: unknown) =>
  typeof hash === "string" && /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : hash,
);

export const image: Definition = {
  kind: "Image",
  noun: "image",
  source: "document 1, Images",
  collection: "/images",
  ids: { type: imageId, example: "private/123" },
  alwaysTold: ["label", "status"],
  args: {
    label: { type: text(0, Infinity), warnsOf: unusualLabel },
    description: { type: text(1, 65_000), whenRemoved: null },
    diskId: {
      neededBy: { what: "an image without `source`", always: true },
      type: objectId,
      sentIn: "create",
      writeOnly: true,
      replaces: true,
      canonical: canonicalObjectId,
      whenNotFound: "no disk has this id, or it is not this account's",
    },
    source: {
      neededBy: { what: "an image without `diskId`", always: true },
      type: dataSource,
      sentIn: "nowhere",
      writeOnly: true,
      onlyAtCreate: true,
    },
    sourceHash: { type: text(1, 255), sentIn: "nowhere", writeOnly: true, replaces: true, canonical: canonicalHash },
    region: {
      neededBy: { what: "`source`", always: true },
      type: word,
      sentIn: "nowhere",
      writeOnly: true,
      onlyAtCreate: true,
      ...amongRegions,
    },
  },
  computed: {
    size: "size",
    status: "status",
    type: "type",
    createdBy: "createdBy",
    created: "created",
    updated: "updated",
    isPublic: "isPublic",
    deprecated: "deprecated",
    eol: "eol",
    expiry: "expiry",
    vendor: "vendor",
  },
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
  rules: [isCapturedOrUploaded, uploadIsComplete],
  identity: { by: ["label"], unique: false, generated: "label", shownAsSent: ["description"] },
  content: {
    from: "source",
    hash: "sourceHash",
    announce: ({ label, description, region }) => ({
      path: "/images/upload",
      body: { label, region, ...(description === undefined ? {} : { description }) },
    }),
    object: "image",
    address: "uploadTo",
    awaiting: "pending_upload",
    mostBytes: MOST_BYTES,
  },
  createWaitsOut: /please wait|busy|not ready/i,
  cannotManage: (id) =>
    /^private\/\d+$/.test(id)
      ? undefined
      : "is not a private image (private/…): public ones belong to the operator, and can only be looked up, with getImage",
  wait: { created: () => "available", settled: ["available"], resume: () => [] },
  deadlines: { createSec: 120 * 60, updateSec: 120 * 60, deleteSec: 30 * 60 },
};

/** A label of other characters than letters, digits, spaces and `,.?-_'`, or of more than 50: the service may refuse it. */
function unusualLabel(label: unknown): string | undefined {
  return /^[A-Za-z0-9 ,.?'_-]{1,50}$/.test(String(label))
    ? undefined
    : "the service may refuse it: it is known to take labels of 1 to 50 letters, digits, spaces and , . ? - _ '";
}

/** Exactly one of `source` and `diskId` is needed; an image that is imported has neither. */
function isCapturedOrUploaded({ diskId, source }: Values, isGiven: (name: string) => boolean): Failure[] {
  if (diskId !== undefined && source !== undefined) {
    return [{ path: "source", reason: "cannot be given together with diskId: an image is captured, or uploaded" }];
  }
  if (isGiven("diskId") || isGiven("source")) return [];
  return [{ path: "source", reason: "is required, or diskId: an image is uploaded, or captured from a disk" }];
}

/** `source` needs `region`; `region` and `sourceHash` stand beside `source` only. */
function uploadIsComplete(known: Values, isGiven: (name: string) => boolean): Failure[] {
  if (isGiven("source") && !isGiven("region")) return [{ path: "region", reason: "is required with source" }];
  if (isGiven("source")) return [];
  return ["region", "sourceHash"]
    .filter((path) => known[path] !== undefined)
    .map((path) => ({ path, reason: "belongs to an upload: it is valid only with source" }));
}
