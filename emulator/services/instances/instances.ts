import { INSTANCES } from "../../access/guards";
import { listOf } from "../../interface/envelope";
import { Problems } from "../../interface/errors";
import { checkTags, visible } from "../../access/grants";
import type { Call, Route } from "../../interface/router";
import { del, get, put } from "../../interface/router";
import type { InstanceRow } from "./rows";
import { backups, instances } from "./rows";
import { parse } from "../../interface/validation";
import type { World } from "../../world";
import { instanceEntity } from "../entities";
import { stopBackups, planBackups } from "./backup-schedule";
import { abandonClone } from "./clone-progress";
import { createInstance } from "./create";
import { checkSchedule, checkUniqueLabel, UPDATE_SHAPE } from "./fields";
import { BACKUP, changeInstance, durationOf, INSTANCE, instanceOf, refuseIfDeleting, startJob } from "./state";
import { INSTANCE_FILTERABLE, viewInstance } from "./view";

/** Instances: list, create, view, update, delete (Linode API v4, Linode Instances). */
export function instanceRoutes(world: World): Route[] {
  const view = (row: InstanceRow) => viewInstance(world, row);
  return [
    get("/compute/instances", INSTANCES.list, (call) =>
      listOf(world, call, visible(world, call, "instance", instances.in(world).all()), INSTANCE_FILTERABLE, view),
    ),
    {
      method: "POST",
      path: "/compute/instances",
      access: INSTANCES.create,
      rateClass: "create instance",
      handle: (call) => view(createInstance(world, call)),
    },
    get("/compute/instances/{id}", INSTANCES.view, (call) => view(instanceOf(world, call))),
    put("/compute/instances/{id}", INSTANCES.change, (call) => view(updateInstance(world, call))),
    del("/compute/instances/{id}", INSTANCES.change, (call) => deleteInstance(world, call)),
  ];
}

function updateInstance(world: World, call: Call): InstanceRow {
  const row = instanceOf(world, call);
  refuseIfDeleting(world, row);
  const problems = new Problems(world.documentedOnly);
  const { alerts, backups, ...plain } = parse(UPDATE_SHAPE, call.body, problems);
  checkUniqueLabel(world, plain.label, problems, row.id);
  checkTags(call, row.tags, plain.tags, problems);
  const { schedule = {} } = backups ?? {};
  checkSchedule(row, schedule, problems);
  const isScheduled = Object.keys(schedule).length > 0;
  if (isScheduled && !row.backups.enabled) problems.addUndocumented("backups", "The backup service is not enabled");
  problems.throwIfAny();
  const changed = changeInstance(world, row, {
    ...plain,
    alerts: { ...row.alerts, ...alerts },
    backups: { ...row.backups, schedule: { ...row.backups.schedule, ...schedule } },
  });
  if (isScheduled && changed.backups.enabled) planBackups(world, changed);
  world.events.note(world.brand.name("_update"), instanceEntity(world, changed));
  return changed;
}

/** Allowed in every status; cancels everything in progress on the instance. */
function deleteInstance(world: World, call: Call): unknown {
  const row = instanceOf(world, call);
  if (row.status === "deleting" && world.progress.isBusy(INSTANCE, row.id)) return {};
  abandonClone(world, row);
  world.progress.cancel(INSTANCE, row.id);
  for (const backup of backups.in(world).by("instance", row.id)) world.progress.forget(BACKUP, backup.id);
  stopBackups(world, row);
  const deleting = changeInstance(world, row, { status: "deleting" });
  startJob(world, deleting, "delete", [{ afterMs: durationOf(world, "delete"), effect: "instance.remove" }]);
  return {};
}
