import { imageId } from "../definition/ids";
import { flag, integer, word } from "../definition/types";
import { defineDataSource } from "./rule";

/** An image that an instance can be deployed from (Linode API v4, Images). */
export interface GetImageResult {
  /** `compute/…` for a public image, `private/…` for one of the account. */
  id: string;
  /** Name of the image, not necessarily unique. */
  label: string;
  /** Description; null if there is none. */
  description: string | null;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
  /** Name of the user who created the image, or the brand for public images. */
  createdBy: string;
  /** True only for public images that are no longer maintained. */
  deprecated: boolean;
  /** Planned end of life of a public image. */
  eol: string | null;
  /** When an automatic image is deleted. */
  expiry: string | null;
  /** Whether the image is public: provided by the service for everyone. */
  isPublic: boolean;
  /** Minimum disk size, in MB, that it can be deployed to. */
  size: number;
  /** `available`, `creating` or `pending_upload`; only an available image can be deployed. */
  status: string;
  /** `manual` or `automatic`. */
  type: string;
  /** Upstream distribution vendor. */
  vendor: string | null;
}

/** The image with this label. */
export interface GetImageByLabelArgs {
  /** Label, such as `Debian 11`; it must belong to only one image, including public ones. */
  label: string;
  id?: undefined;
}

/** The image with this ID. */
export interface GetImageByIdArgs {
  /** ID of the image, such as `compute/debian11`; the brand in place of `compute` is the same. */
  id: string;
  label?: undefined;
}

/** Selects an image by its label or its ID. */
export type GetImageArgs = GetImageByLabelArgs | GetImageByIdArgs;

/** Filters for images; an image must match all of them. */
export interface GetImagesArgs {
  /** Label of the image. */
  label?: string | undefined;
  /** Whether the image is no longer maintained. */
  deprecated?: boolean | undefined;
  /** Whether the image is public. */
  isPublic?: boolean | undefined;
  /** Minimum disk size in MB, exactly. */
  size?: number | undefined;
  /** `manual` or `automatic`. */
  type?: string | undefined;
  /** Upstream distribution vendor, such as `Debian`. */
  vendor?: string | undefined;
}

/** The matching images. */
export interface GetImagesResult {
  /** The images, in the API's order. */
  images: GetImageResult[];
}

/** The images that the token can read, optionally filtered; without a token, the public ones (Linode API v4, Images). */
export const getImagesRule = defineDataSource<GetImagesArgs, GetImagesResult>({
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

/**
 * One image, by its ID or its label (Linode API v4, Images). Public images can be read without a token.
 * @throws when the image does not exist, or several have this label.
 */
export const getImageRule = defineDataSource<GetImageArgs, GetImageResult>({
  name: "getImage",
  path: "/images/{id}",
  noun: "image",
  ids: { id: imageId },
  knownBy: { name: "label", type: word },
});
