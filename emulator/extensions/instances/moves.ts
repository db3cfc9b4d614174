import { INSTANCES } from "../../access/guards";
import { Problems, refused } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { post } from "../../interface/router";
import type { InstanceRow } from "../../services/instances/rows";
import { configs, instances } from "../../services/instances/rows";
import { checkVlans } from "../../services/instances/interfaces";
import { readPlace } from "../../services/instances/new";
import {
  becomes,
  changeInstance,
  durationOf,
  instanceOf,
  refuseIfBusy,
  startJob,
} from "../../services/instances/state";
import type { Effects } from "../../state/progress";
import { parse, text } from "../../interface/validation";
import type { World } from "../../world";

/** Instances: migrate, mutate, rescue. */
export function instanceMoveRoutes(world: World): Route[] {
  const action = (name: string, handle: (call: Call) => void): Route =>
    post(`/compute/instances/{id}/${name}`, INSTANCES.change, (call) => {
      handle(call);
      return {};
    });
  return [
    action("migrate", (call) => migrate(world, call)),
    action("mutate", (call) => {
      instanceOf(world, call);
      throw refused(`There is no upgrade for this ${world.brand.title}.`);
    }),
    action("rescue", (call) => {
      const row = changeInstance(world, idle(world, call), { status: "rebooting" });
      const steps = [becomes("running", durationOf(world, "reboot"))];
      startJob(world, row, "rescue", steps, { event: world.brand.name("_reboot") });
    }),
  ];
}

/** The end of a migration sets the new region and restores the power state. */
export function instanceMoveEffects(world: World): Effects {
  return {
    "instance.migrated": (id, { region, status }, at) => {
      const row = instances.in(world).get(id);
      if (row === undefined || typeof region !== "string" || typeof status !== "string") return;
      changeInstance(world, row, { region, status }, at);
    },
  };
}

/** The only way to change the region (Linode API v4, Linode Instances, region). VLANs rule out regions that do not have them. */
function migrate(world: World, call: Call): void {
  const row = instanceOf(world, call);
  const problems = new Problems(world.documentedOnly);
  const { region = row.region } = parse({ region: text() }, call.body, problems);
  readPlace(world, { region, type: row.type }, problems);
  checkVlans(world, configs.in(world).by("instance", row.id), region, "region", problems);
  problems.throwIfAny();
  refuseIfBusy(world, row);
  const event = world.brand.name(region === row.region ? "_migrate" : "_migrate_datacenter");
  const data = { region, status: row.status };
  const step = { afterMs: durationOf(world, "migrate"), effect: "instance.migrated", data };
  startJob(world, changeInstance(world, row, { status: "migrating" }), "migrate", [step], { event });
}

function idle(world: World, call: Call): InstanceRow {
  const row = instanceOf(world, call);
  refuseIfBusy(world, row);
  return row;
}
