import type { Image } from "../catalogue/images";
import { listOf } from "../envelope";
import { notFound } from "../errors";
import type { Route } from "../router";
import type { World } from "../world";

/** Fields that a list request can be filtered on (document 1, Image, F). */
const FILTERABLE = ["label", "deprecated", "is_public", "size", "type", "vendor"];

/** Public images need no credentials (document 1, Authentication). */
const READ = { scopes: ["images:read_only"], anonymous: true };

/** Images: list and view (document 1, Images). */
export function imageRoutes(world: World): Route[] {
  return [
    {
      method: "GET",
      path: "/images",
      access: READ,
      handle: (call) => listOf(call, world.catalogue.images.values(), FILTERABLE, (image) => image),
    },
    {
      method: "GET",
      path: "/images/{+imageId}",
      access: READ,
      handle: (call) => {
        const image = findImage(world, call.params["imageId"] ?? "");
        if (image === undefined) throw notFound();
        return image;
      },
    },
  ];
}

/** The image of an id, if there is one. */
export function findImage(world: World, id: string): Image | undefined {
  return world.catalogue.images.get(id);
}
