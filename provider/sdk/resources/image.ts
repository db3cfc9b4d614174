import type * as pulumi from "@pulumi/pulumi";
import { image } from "../../resources/image";
import type { PlainImageArgs, PlainImageState } from "../../resources/image";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

/** Arguments of an `Image`. */
export interface ImageArgs extends Inputs<PlainImageArgs> {
  /**
   * The raw disk image that is uploaded, compressed by gzip or not: the path of a file (a relative one begins in the folder of the
   * program), a URL (`http`, `https`), or a `FileAsset`, `StringAsset` or `RemoteAsset`. What is not gzip, by its first bytes, is
   * compressed on the way, with nothing of it in memory or in a file; at most 5 GB, compressed. Other data replaces the image; the
   * same data at another place changes nothing. Of a URL the data is not looked at before it is sent: give `sourceHash` to tell
   * when it is another, and serve gzip with its length, because a storage may insist on knowing that first. A plain path is the
   * cheapest for a large file: the engine itself reads an asset in every run.
   */
  source?: pulumi.Input<string | pulumi.asset.Asset> | undefined;
}

/** What an `Image` has (document 1, Image). */
export interface ImageState extends PlainImageState {
  /** As it was given; undefined for a captured image. */
  source: string | pulumi.asset.Asset | undefined;
}

/**
 * A private image of the account (document 1, Images), captured from a disk of an instance or uploaded. Its create waits until it
 * is available, for 120 minutes.
 *
 *     const golden = new compute.Image("golden", { region: "us-east", source: "build/disk.img.gz" });
 *     const web = new compute.Instance("web", { region: "eu-west", type: "g6-nanode-1", image: golden.id, rootPass });
 *
 * `label` and `description` change in place; another `diskId`, and other data, replace it. When an upload fails, the image that was
 * announced for it is deleted again. Import id: `private/id`; then neither `diskId` nor `source` is needed. Public images can only
 * be looked up, with `getImage`.
 */
export class Image extends resourceClass<Image, ImageArgs, ImageState>(image) {
  /** Reads an existing image that this stack does not manage, public or private; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Image {
    return new Image(name, {}, { ...opts, id });
  }
}
