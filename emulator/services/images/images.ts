import { IMAGES } from "../../access/guards";
import type { CatalogueImage } from "../../catalogue/images";
import { imageEntity } from "../entities";
import { listOf } from "../../interface/envelope";
import { notFound, Problems } from "../../interface/errors";
import { unauthorized, visible } from "../../access/grants";
import { removeObject } from "../objects";
import type { Call, Route } from "../../interface/router";
import { del, get, put } from "../../interface/router";
import type { ImageRow } from "./rows";
import { IMAGE_STATUSES, images, privateImageNumber } from "./rows";
import { nullable, oneOf, parse } from "../../interface/validation";
import type { World } from "../../world";
import { IMAGE_DESCRIPTION, IMAGE_LABEL } from "./fields";
import { changeImage, IMAGE } from "./state";
import { viewImage } from "./view";

/** Filterable fields (Linode API v4, Images). */
const FILTERABLE = ["label", "deprecated", "is_public", "size", "type", "vendor"];

/** The body of an update request (Linode API v4, Images). The documents do not describe the effect of `status`; it is ignored. */
const UPDATE_SHAPE = {
  label: IMAGE_LABEL,
  description: nullable(IMAGE_DESCRIPTION),
  status: oneOf(...IMAGE_STATUSES),
};

/** Images: list, view, update, delete (Linode API v4, Images). Public images require no credentials. */
export function imageRoutes(world: World): Route[] {
  return [
    get("/images", { ...IMAGES.list, anonymous: true }, (call) =>
      listOf(world, call, shownImages(world, call), FILTERABLE, (image) => image),
    ),
    get("/images/{+imageId}", { ...IMAGES.view, anonymous: true }, (call) => {
      const id = idIn(call);
      const image = findImage(world, id);
      if (image?.is_public === true) return image;
      // Without access, do not reveal whether a private image exists.
      if (id.startsWith("private/")) world.authority.authorize(IMAGES.view, call.principal, false);
      if (image === undefined) throw notFound();
      return image;
    }),
    put("/images/{+imageId}", IMAGES.change, (call) => viewImage(world, updateImage(world, call))),
    del("/images/{+imageId}", IMAGES.change, (call) => deleteImage(world, privateImageOf(world, call))),
  ];
}

/** Finds a public or private image, without checking access. */
export function findImage(world: World, id: string): CatalogueImage | undefined {
  const row = rowOf(world, id);
  return row === undefined ? world.catalogue.images.get(id) : viewImage(world, row);
}

function rowOf(world: World, id: string): ImageRow | undefined {
  return images.in(world).get(privateImageNumber(id) ?? Number.NaN);
}

/** The public images, then the private ones that the caller may see. */
function* shownImages(world: World, call: Call): Generator<CatalogueImage> {
  yield* world.catalogue.images.values();
  if (call.principal === undefined || !world.authority.covers(IMAGES.list, call.principal)) return;
  for (const row of visible(world, call, IMAGE, images.in(world).all())) yield viewImage(world, row);
}

/** The private image in the path. Public images cannot be changed (Linode API v4, Images). */
function privateImageOf(world: World, call: Call): ImageRow {
  const row = rowOf(world, idIn(call));
  if (row !== undefined) return row;
  throw world.catalogue.images.has(idIn(call)) ? unauthorized() : notFound();
}

function updateImage(world: World, call: Call): ImageRow {
  const row = privateImageOf(world, call);
  const problems = new Problems(world.documentedOnly);
  const { status: _status, ...changes } = parse(UPDATE_SHAPE, call.body, problems);
  problems.throwIfAny();
  const changed = changeImage(world, row, changes);
  world.events.note("image_update", imageEntity(changed));
  return changed;
}

/** Allowed in every status; cancels a capture or an upload in progress. Instances created from the image are not affected. */
function deleteImage(world: World, row: ImageRow): unknown {
  world.events.note("image_delete", imageEntity(row));
  removeObject(world, images, row.id);
  return {};
}

function idIn(call: Call): string {
  return call.params["imageId"] ?? "";
}
