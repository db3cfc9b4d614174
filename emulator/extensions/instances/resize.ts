import { INSTANCES } from "../../access/guards";
import type { InstancePlan } from "../../catalogue/types";
import { Problems, refused } from "../../interface/errors";
import type { Effects } from "../../state/progress";
import type { Call, Route } from "../../interface/router";
import { post } from "../../interface/router";
import { sizeOf } from "../../services/instances/contents";
import { changeInstance, durationOf, instanceOf, refuseIfBusy, startJob } from "../../services/instances/state";
import type { InstanceRow } from "../../services/instances/rows";
import { disks, instances } from "../../services/instances/rows";
import { flag, parse, requireFields, text } from "../../interface/validation";
import type { World } from "../../world";
import { today } from "../../world";

/** Changes an instance's type. The documents mention this (Linode API v4, Linode Instances, type), but do not describe it. */
export function instanceResizeRoutes(world: World): Route[] {
  return [post("/compute/instances/{id}/resize", INSTANCES.change, (call) => resize(world, call))];
}

/** The end of a resize sets the new type and the disk size, and restores the power state. */
export function instanceResizeEffects(world: World): Effects {
  return {
    "instance.resized": (id, data, at) => {
      const row = instances.in(world).get(id);
      const { type, status, disk: diskId, disk_size: size } = data;
      if (row === undefined || typeof type !== "string" || typeof status !== "string") return;
      changeInstance(world, row, { type, status }, at);
      const disk = typeof diskId === "number" ? disks.in(world).get(diskId) : undefined;
      if (disk !== undefined && typeof size === "number") {
        disks.in(world).put({ ...disk, size, updated: today(world) });
      }
    },
  };
}

function resize(world: World, call: Call): unknown {
  const row = instanceOf(world, call);
  const problems = new Problems(world.documentedOnly);
  const { type, allow_auto_disk_resize: mayResizeDisk = true } = parse(
    { type: text(), allow_auto_disk_resize: flag() },
    call.body,
    problems,
  );
  requireFields(["type"], call.body, problems);
  const plan = world.catalogue.types.get(type ?? "");
  if (type !== undefined && plan === undefined) problems.add("type", "A valid plan type by that ID was not found");
  problems.throwIfAny();
  refuseIfBusy(world, row);
  if (plan === undefined) throw refused("type is required", "type");
  if (plan.id === row.type) throw refused(`${world.brand.title} is already running this service plan.`);

  const data = { type: plan.id, status: row.status, ...fitDisks(world, row, plan, mayResizeDisk) };
  changeInstance(world, row, { status: "migrating" });
  const afterMs = durationOf(world, "migrate");
  startJob(world, row, "resize", [{ afterMs, effect: "instance.resized", data }]);
  return {};
}

/**
 * The disk that grows with the plan: the only one besides swap, if the request allows it. Disks never shrink.
 * @throws ErrorResponse 400 when the disks do not fit the plan.
 */
function fitDisks(world: World, row: InstanceRow, plan: InstancePlan, mayResize: boolean) {
  const own = disks.in(world).by("instance", row.id);
  const allocated = sizeOf(own);
  if (allocated > plan.disk) {
    const { title } = world.brand;
    throw refused(`${title} has allocated more disk than the new service plan allows. Delete or resize disks smaller.`);
  }
  const [main, ...others] = own.filter((disk) => disk.filesystem !== "swap");
  const isLarger = plan.disk > (world.catalogue.types.get(row.type)?.disk ?? 0);
  if (!mayResize || !isLarger || main === undefined || others.length > 0) return {};
  return { disk: main.id, disk_size: plan.disk - (allocated - main.size) };
}
