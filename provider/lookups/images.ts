import { imageId } from "../definition/ids";
import { flag, integer, word } from "../definition/types";
import { lookup, openLookup } from "./lookup";

/** An image that an instance can be deployed from (Linode API v4, Images). */
export interface GetImageResult {
  /** `compute/…` for a public image, `private/…` for one of the account. */
  id: string;
  /** Its name; labels of images need not be unique. */
  label: string;
  /** What it is for; null if nobody has said. */
  description: string | null;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
  /** Name of the user who created it, or the operator's marker for public images. */
  createdBy: string;
  /** True only for public images that are no longer maintained. */
  deprecated: boolean;
  /** Planned end of life of a public image. */
  eol: string | null;
  /** When an automatic image is removed. */
  expiry: string | null;
  /** Whether it belongs to the operator, for everyone to use. */
  isPublic: boolean;
  /** Minimum disk size, in MB, that it can be deployed to. */
  size: number;
  /** `available`, `creating` or `pending_upload`; only available images can be deployed. */
  status: string;
  /** `manual` or `automatic`. */
  type: string;
  /** Upstream distribution vendor. */
  vendor: string | null;
}

/** The image with this label. */
export interface GetImageByLabelArgs {
  /** Its label, such as `Debian 11`; only one image, public ones included, may have it. */
  label: string;
  id?: undefined;
}

/** The image with this id. */
export interface GetImageByIdArgs {
  /** Id of the image, such as `compute/debian11`. */
  id: string;
  label?: undefined;
}

/** Selects an image by its label or its id. */
export type GetImageArgs = GetImageByLabelArgs | GetImageByIdArgs;

/** Only images that match all given fields. */
export interface GetImagesArgs {
  /** Its label. */
  label?: string | undefined;
  /** Whether it is no longer maintained. */
  deprecated?: boolean | undefined;
  /** Whether it belongs to the operator. */
  isPublic?: boolean | undefined;
  /** In MB, exactly. */
  size?: number | undefined;
  /** `manual` or `automatic`. */
  type?: string | undefined;
  /** Upstream distribution vendor, such as `Debian`. */
  vendor?: string | undefined;
}

/** The images that match. */
export interface GetImagesResult {
  /** The images, in the service's order. */
  images: GetImageResult[];
}

const images = openLookup<GetImagesArgs, GetImagesResult>({
  name: "getImages",
  path: "/images",
  noun: "image",
  list: {
    as: "images",
    by: {
      label: { type: word },
      deprecated: { type: flag },
      isPublic: { type: flag },
      size: { type: integer(0, Number.MAX_SAFE_INTEGER) },
      type: { type: word },
      vendor: { type: word },
    },
  },
});

const image = lookup<GetImageArgs, GetImageResult>({
  name: "getImage",
  path: "/images/{id}",
  noun: "image",
  ids: { id: imageId },
  knownBy: { name: "label", type: word },
});

/** All images that the token may see; without a token, the public ones (Linode API v4, Images). */
export const getImages = images.now;

/** All images that the token may see, as an output. */
export const getImagesOutput = images.output;

/**
 * One image (Linode API v4, Images), by its id or its label. Public ones work without a token.
 * @throws when there is no such image, or several have the label.
 */
export const getImage = image.now;

/** One image, as an output. */
export const getImageOutput = image.output;
