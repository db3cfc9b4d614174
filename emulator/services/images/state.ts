import { serviceDate } from "../../state/clock";
import { imageEntity } from "../entities";
import { grantToCreator } from "../../access/grants";
import { removeObject } from "../objects";
import type { Effects } from "../../state/progress";
import type { Call } from "../../interface/router";
import type { ImageRow } from "../../state/rows/images";
import type { World } from "../../world";
import { today } from "../../world";

/** Kind of an image's jobs. */
export const IMAGE = "image";

/** How long each job takes, as a fraction of the time until a new instance runs. The documents give no durations. */
const SHARE = { capture: 0.5, process: 0.2 };

/** How long a job on an image takes, in emulated milliseconds. */
export function imageDurationOf(world: World, job: keyof typeof SHARE): number {
  return Math.round(world.provisionMs * SHARE[job]);
}

/** Stores a new private image, and lets its creator use it. */
export function newImage(
  world: World,
  call: Call,
  fields: Pick<ImageRow, "label" | "description" | "size" | "status" | "upload">,
): ImageRow {
  const { images } = world.tables;
  const dates = { created: today(world), updated: today(world) };
  const made = { created_by: world.events.username, type: "manual", expiry: null } as const;
  const row = images.put({ id: images.nextId(), ...fields, ...made, ...dates });
  grantToCreator(world, call, IMAGE, row.id);
  return row;
}

/** Changes an image. */
export function changeImage(world: World, row: ImageRow, patch: Partial<ImageRow>, at?: number): ImageRow {
  return world.tables.images.put({ ...row, ...patch, updated: serviceDate(at ?? world.clock.now()) });
}

/** The effects of the steps of an image's jobs. */
export function imageEffects(world: World): Effects {
  return {
    "image.patch": (id, data, at) => {
      const row = world.tables.images.get(id);
      if (row !== undefined) changeImage(world, row, data, at);
    },
    "image.expire": (id, _data, at) => {
      const row = world.tables.images.get(id);
      if (row?.status === "pending_upload") cancelUpload(world, row, at);
    },
  };
}

/** The data did not arrive: the upload is cancelled and the image deleted (Linode API v4, Images). */
function cancelUpload(world: World, row: ImageRow, at: number): void {
  world.events.end(world.events.begin("image_upload", imageEntity(row), null, at), "failed", at);
  removeObject(world, IMAGE, row.id);
}
