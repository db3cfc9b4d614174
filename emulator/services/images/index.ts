import type { Service } from "../../service";
import { shown } from "../../service";
import { imageCaptureRoutes } from "./capture";
import { imageRoutes } from "./images";
import { IMAGE_STATUSES, images } from "./rows";
import { imageSeeds } from "./seeds";
import { imageEffects } from "./state";
import { imageUploadRoutes } from "./upload";

/** Images (Linode API v4, Images). */
export const imageService: Service = {
  routes: [imageRoutes, imageCaptureRoutes, imageUploadRoutes],
  effects: [imageEffects],
  seeds: imageSeeds,
  shown: [
    shown(images, {
      heading: "Private images",
      title: (row) => row.label,
      status: (row) => row.status,
      facts: { Image: (row) => `private/${row.id}`, Type: (row) => row.type, Size: (row) => `${row.size} MB` },
      outOfBand: {
        edit: ["label", "description"],
        buttons: { "Make available": { status: "available" } },
        statuses: IMAGE_STATUSES,
        nullable: ["description"],
        secret: ["upload"],
      },
    }),
  ],
};
