import { IMAGES } from "../../access/guards";
import { imageEntity, instanceEntity } from "../entities";
import { notFound, Problems } from "../../interface/errors";
import { requireUse } from "../../access/grants";
import type { Call, Route } from "../../interface/router";
import { post } from "../../interface/router";
import type { DiskRow } from "../instances/rows";
import { disks, instances } from "../instances/rows";
import type { ImageRow } from "./rows";
import { integer, parse, requireFields } from "../../interface/validation";
import type { World } from "../../world";
import { IMAGE_DESCRIPTION, IMAGE_LABEL } from "./fields";
import { IMAGE, imageDurationOf, newImage } from "./state";
import { viewImage } from "./view";
import { INSTANCE, refuseIfBusy } from "../instances/state";

/** The body of a capture request (Linode API v4, Images). */
const SHAPE = { disk_id: integer(), label: IMAGE_LABEL, description: IMAGE_DESCRIPTION };

/** Images: capture from the disk of an instance (Linode API v4, Images). */
export function imageCaptureRoutes(world: World): Route[] {
  return [
    post("/images", { ...IMAGES.create, scopes: ["images:read_write", "computes:read_only"] }, (call) =>
      viewImage(world, captureImage(world, call)),
    ),
  ];
}

/**
 * During the capture, the image has the size of the disk; afterwards, the size of the disk's data, as on the real service.
 * Changes to the instance do not affect a capture in progress.
 */
function captureImage(world: World, call: Call): ImageRow {
  const { disk, label = disk.label, description = null } = checkOrder(world, call);
  const row = newImage(world, call, { label, description, size: disk.size, status: "creating", upload: null });
  const instance = instances.in(world).get(disk.instance_id);
  const entity = instance === undefined ? null : instanceEntity(world, instance);
  const event = world.events.begin("disk_imagize", entity, imageEntity(row));
  const afterMs = imageDurationOf(world, "capture");
  const size = world.documentedOnly ? disk.size : Math.max(1, disk.used ?? disk.size);
  const steps = [{ afterMs, effect: "image.patch", data: { status: "available", size } }];
  world.progress.start(IMAGE, row.id, "capture", steps, { event });
  return row;
}

function checkOrder(world: World, call: Call): { disk: DiskRow; label?: string; description?: string } {
  const problems = new Problems(world.documentedOnly);
  const { disk_id: diskId, ...fields } = parse(SHAPE, call.body, problems);
  requireFields(["disk_id"], call.body, problems);
  const disk = disks.in(world).get(diskId ?? Number.NaN);
  if (diskId !== undefined && disk === undefined) {
    // As on the real service; the documents give no status.
    if (!world.documentedOnly) throw notFound();
    problems.add("disk_id", "disk_id is not valid");
  }
  if (disk !== undefined) requireUse(world, call, INSTANCE, disk.instance_id, "read_only");
  if (disk !== undefined && disk.status !== "ready") problems.addUndocumented("disk_id", "The disk is not ready");
  problems.throwIfAny();
  if (disk === undefined) throw new Error("unreachable: the missing disk was reported above");
  const instance = instances.in(world).get(disk.instance_id);
  if (instance !== undefined) refuseIfBusy(world, instance);
  return { disk, ...fields };
}
