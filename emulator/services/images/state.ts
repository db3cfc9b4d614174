import { serviceDate } from "../../state/clock";
import { imageEntity } from "../entities";
import { grantToCreator } from "../../access/grants";
import { removeObject } from "../objects";
import type { Effects } from "../../state/progress";
import type { Call } from "../../interface/router";
import type { ImageRow } from "./rows";
import { images } from "./rows";
import type { World } from "../../world";
import { today } from "../../world";

/** Resource type of an image's jobs. */
export const IMAGE = "image";

/** Duration of each job, as a fraction of `provisionMs`. The documents give no durations. */
const SHARE = { capture: 0.5, process: 0.2 };

/** Duration of an image job, in emulated milliseconds. */
export function imageDurationOf(world: World, job: keyof typeof SHARE): number {
  return Math.round(world.provisionMs * SHARE[job]);
}

/** Stores a new private image and grants its creator access. */
export function newImage(
  world: World,
  call: Call,
  fields: Pick<ImageRow, "label" | "description" | "size" | "status" | "upload">,
): ImageRow {
  const dates = { created: today(world), updated: today(world) };
  const made = { created_by: world.events.username, type: "manual", expiry: null } as const;
  const row = images.in(world).add({ ...fields, ...made, ...dates });
  grantToCreator(world, call, IMAGE, row.id);
  return row;
}

/** Applies a patch and sets `updated`. */
export function changeImage(world: World, row: ImageRow, patch: Partial<ImageRow>, at?: number): ImageRow {
  return images.in(world).put({ ...row, ...patch, updated: serviceDate(at ?? world.clock.now()) });
}

/** Effects of image jobs. */
export function imageEffects(world: World): Effects {
  return {
    "image.patch": (id, data, at) => {
      const row = images.in(world).get(id);
      if (row !== undefined) changeImage(world, row, data, at);
    },
    "image.expire": (id, _data, at) => {
      const row = images.in(world).get(id);
      if (row?.status === "pending_upload") cancelUpload(world, row, at);
    },
  };
}

/** If no data has arrived, the upload is canceled and the image deleted (Linode API v4, Images). */
function cancelUpload(world: World, row: ImageRow, at: number): void {
  world.events.end(world.events.begin("image_upload", imageEntity(row), null, at), "failed", at);
  removeObject(world, images, row.id);
}
