import type * as pulumi from "@pulumi/pulumi";
import { readList } from "../api/paging";
import { lookup } from "./lookup";

/** An image that an instance can be deployed from (document 1, Image). */
export interface Image {
  /** `compute/…` for a public image, `private/…` for one of the account. */
  id: string;
  label: string;
  description: string | null;
  created: string;
  updated: string;
  createdBy: string;
  /** True only for public images that are no longer kept up. */
  deprecated: boolean;
  /** Planned end of life of a public image. */
  eol: string | null;
  /** When an automatic image is removed. */
  expiry: string | null;
  isPublic: boolean;
  /** Least disk size, in MB, that it can be deployed to. */
  size: number;
  /** `available`, `creating` or `pending_upload`. */
  status: string;
  /** `manual` or `automatic`. */
  type: string;
  /** Upstream distribution vendor. */
  vendor: string | null;
}

export interface GetImageArgs {
  /** Id of the image, such as `compute/debian11`. */
  id: string;
}

/** Only images that are so in every given respect. */
export interface GetImagesArgs {
  label?: string;
  deprecated?: boolean;
  isPublic?: boolean;
  size?: number;
  type?: string;
  vendor?: string;
}

export interface GetImagesResult {
  images: Image[];
}

const images = lookup("getImages", async (send, filter: GetImagesArgs): Promise<GetImagesResult> => {
  const all = (await readList(send, { path: "/images", isPublic: true })) as unknown as Image[];
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined) as [keyof GetImagesArgs, unknown][];
  return { images: all.filter((image) => wanted.every(([name, value]) => image[name] === value)) };
});

const image = lookup("getImage", async (send, { id }: GetImageArgs): Promise<Image> => {
  return (await send({ method: "GET", path: `/images/${id}`, isPublic: true })) as unknown as Image;
});

/** All images that the token may see; without one, the public ones (document 1, Images). */
export function getImages(args: GetImagesArgs = {}, opts?: pulumi.InvokeOptions): Promise<GetImagesResult> {
  return images.now(args, opts);
}

/** All images that the token may see, as an output. */
export function getImagesOutput(
  args: { [K in keyof GetImagesArgs]: pulumi.Input<GetImagesArgs[K]> } = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetImagesResult> {
  return images.output(args as pulumi.Input<GetImagesArgs>, opts);
}

/**
 * One image (document 1, Images). Public ones work without a token.
 * @throws when there is no such image.
 */
export function getImage(args: GetImageArgs, opts?: pulumi.InvokeOptions): Promise<Image> {
  return image.now(args, opts);
}

/** One image, as an output. */
export function getImageOutput(
  args: { id: pulumi.Input<string> },
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<Image> {
  return image.output(args as pulumi.Input<GetImageArgs>, opts);
}
