import type * as pulumi from "@pulumi/pulumi";
import { image } from "../../resources/image";
import type { PlainImageArgs, PlainImageState } from "../../resources/image";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

/** Arguments of an `Image`. */
export interface ImageArgs extends Inputs<PlainImageArgs> {
  /**
   * The raw disk image to upload, compressed with gzip or not: the path of a file (relative to the folder of the program), a URL
   * (`http`, `https`), or a `FileAsset`, `StringAsset` or `RemoteAsset`. Data that is not gzip, judging by its first bytes, is
   * compressed on the way, streamed rather than kept in memory or in a file; at most 5 GB, compressed. Other data replaces the image;
   * the same data in another place changes nothing. The data at a URL is not read before it is sent: use `sourceHash` to signal
   * that it has changed, and serve gzip with its length, because a storage service may require that in advance. For a large file, a
   * plain path is the cheapest: the engine itself reads an asset in every run.
   */
  source?: pulumi.Input<string | pulumi.asset.Asset> | undefined;
}

/** Outputs of an `Image` (Linode API v4, Images). */
export interface ImageState extends PlainImageState {
  /** As given; undefined for a captured image. */
  source: string | pulumi.asset.Asset | undefined;
}

/**
 * A private image of the account (Linode API v4, Images), captured from a disk of an instance or uploaded. Its create waits until
 * it is available, for 120 minutes.
 *
 *     const golden = new compute.Image("golden", { region: "us-east", source: "build/disk.img.gz" });
 *     const web = new compute.Instance("web", { region: "eu-west", type: "g6-nanode-1", image: golden.id, rootPass });
 *
 * `label` and `description` change in place; another `diskId` or other data replaces it. If an upload fails, the image that was
 * reserved for it is deleted again. Import id: `private/id`; an import needs neither `diskId` nor `source`. Public images can only
 * be looked up, with `getImage`.
 */
export class Image extends resourceClass<Image, ImageArgs, ImageState>(image) {
  /** Reads an existing image that this stack does not manage, public or private; fails if there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Image {
    return new Image(name, {}, { ...opts, id });
  }
}
