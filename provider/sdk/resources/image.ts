import type * as pulumi from "@pulumi/pulumi";
import { image } from "../../resources/image";
import type { PlainImageArgs, PlainImageState } from "../../resources/image";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

/** Inputs of an `Image`. */
export interface ImageArgs extends Inputs<PlainImageArgs> {
  /**
   * The raw disk image to upload, gzip-compressed or not: the path of a file (relative to the program's directory), a URL (`http` or
   * `https`), or a `FileAsset`, `StringAsset` or `RemoteAsset`. Data that does not start with gzip's first bytes is compressed while it
   * is sent, as a stream that is kept neither in memory nor in a file. At most 5 GiB, compressed. Different data replaces the image;
   * the same data in another place changes nothing. The data at a URL is not read before it is sent, so change `sourceHash` when that
   * data changes. Serve it as gzip with a `Content-Length`, because a storage service may require the length in advance. For a large
   * file, prefer a plain path: the engine itself reads an asset in every preview and update.
   */
  source?: pulumi.Input<string | pulumi.asset.Asset> | undefined;
}

/** Outputs of an `Image` (Linode API v4, Images). */
export interface ImageState extends PlainImageState {
  /** As given; undefined for a captured image. */
  source: string | pulumi.asset.Asset | undefined;
}

/**
 * A private image of the account (Linode API v4, Images), captured from a disk of an instance or uploaded. A create waits until the
 * image is available, for up to 120 minutes.
 *
 *     const golden = new compute.Image("golden", { region: "us-east", source: "build/disk.img.gz" });
 *     const web = new compute.Instance("web", { region: "eu-west", type: "g6-nanode-1", image: golden.id, rootPass });
 *
 * `label` and `description` update in place; another `diskId` or different data replaces it. If an upload fails, the image that was
 * reserved for it is deleted. Import ID: `private/id`; an import needs neither `diskId` nor `source`. Public images are read-only;
 * read them with `getImage`.
 */
export class Image extends resourceClass<Image, ImageArgs, ImageState>(image) {
  /** Reads an existing image that this stack does not manage, public or private; fails if no image has this ID. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Image {
    return new Image(name, {}, { ...opts, id });
  }
}
