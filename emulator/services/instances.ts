import { listOf } from "../envelope";
import { Problems } from "../errors";
import type { Call, Route } from "../router";
import type { InstanceRow } from "../tables";
import { parse } from "../validation";
import type { World } from "../world";
import { createInstance } from "./instance-create";
import { checkUniqueLabel, UPDATE_SHAPE } from "./instance-fields";
import { changeInstance, durationOf, INSTANCE, instanceOf, refuseIfBusy } from "./instance-state";
import { INSTANCE_FILTERABLE, viewInstance } from "./instance-view";

const READ = { scopes: ["computes:read_only"] };
const WRITE = { scopes: ["computes:read_write"] };

/** Instances: list, create, view, update, delete (document 1, Endpoints). */
export function instanceRoutes(world: World): Route[] {
  const view = (row: InstanceRow) => viewInstance(world, row);
  return [
    {
      method: "GET",
      path: "/compute/instances",
      access: READ,
      handle: (call) => listOf(call, world.tables.instances.all(), INSTANCE_FILTERABLE, view),
    },
    {
      method: "POST",
      path: "/compute/instances",
      access: WRITE,
      handle: (call) => view(createInstance(world, call)),
    },
    {
      method: "GET",
      path: "/compute/instances/{id}",
      access: READ,
      handle: (call) => view(instanceOf(world, call)),
    },
    {
      method: "PUT",
      path: "/compute/instances/{id}",
      access: WRITE,
      handle: (call) => view(updateInstance(world, call)),
    },
    {
      method: "DELETE",
      path: "/compute/instances/{id}",
      access: WRITE,
      handle: (call) => deleteInstance(world, call),
    },
  ];
}

function updateInstance(world: World, call: Call): InstanceRow {
  const row = instanceOf(world, call);
  if (row.status === "deleting") refuseIfBusy(world, row);
  const problems = new Problems();
  const { alerts, backups, ...plain } = parse(UPDATE_SHAPE, call.body, problems);
  checkUniqueLabel(world, plain.label, problems, row.id);
  const { schedule = {} } = backups ?? {};
  if (Object.keys(schedule).length > 0 && !row.backups.enabled) {
    problems.add("backups", "The backup service is not enabled");
  }
  problems.throwIfAny();
  return changeInstance(world, row, {
    ...plain,
    alerts: { ...row.alerts, ...alerts },
    backups: { ...row.backups, schedule: { ...row.backups.schedule, ...schedule } },
  });
}

/** Accepted in every state: whatever is in progress ends with the instance. */
function deleteInstance(world: World, call: Call): unknown {
  const row = instanceOf(world, call);
  if (row.status === "deleting" && world.progress.isBusy(INSTANCE, row.id)) return {};
  world.progress.cancel(INSTANCE, row.id);
  changeInstance(world, row, { status: "deleting" });
  const afterMs = durationOf(world, "delete");
  world.progress.start(INSTANCE, row.id, "delete", [{ afterMs, effect: "instance.remove" }]);
  return {};
}
