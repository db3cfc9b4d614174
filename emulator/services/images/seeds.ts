import { CATALOGUE_LISTS } from "../../catalogue/catalogue";
import type { SeedList } from "../../seed/seed";
import { datesNow, filled, stored } from "../../seed/seed";

import type { ImageRow } from "./rows";
import { images } from "./rows";
import { IMAGE, imageDurationOf } from "./state";

const NEW_IMAGE: Omit<ImageRow, "id" | "created" | "updated"> = {
  label: "",
  description: null,
  created_by: "",
  type: "manual",
  size: 0,
  status: "available",
  expiry: null,
  upload: null,
};

const privateImages = stored<ImageRow>(
  images,
  { path: CATALOGUE_LISTS.images },
  (entry, { world }) => filled(entry, { ...NEW_IMAGE, ...datesNow(world) }),
  (world, { id, status }) => {
    if (status !== "creating") return;
    const end = { afterMs: imageDurationOf(world, "capture"), effect: "image.patch", data: { status: "available" } };
    world.progress.start(IMAGE, id, "capture", [end]);
  },
);

/** The list has public images, too, which belong to the catalogue. */
export const imageSeeds: readonly SeedList[] = [
  {
    ...privateImages,
    put: (world, entry, parentId) => {
      if (entry["is_public"] !== true) privateImages.put?.(world, entry, parentId);
    },
  },
];
