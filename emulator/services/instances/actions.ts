import { INSTANCES } from "../../access/guards";
import { Problems, refused } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { post } from "../../interface/router";
import type { ConfigRow, InstanceRow } from "./rows";
import { configs } from "./rows";
import { integer, parse } from "../../interface/validation";
import type { World } from "../../world";
import { instanceOf, refuseIfBusy, startBoot } from "./state";

/** Instances: boot (Linode API v4, Linode Boot). */
export function instanceActionRoutes(world: World): Route[] {
  return [post("/compute/instances/{id}/boot", INSTANCES.change, (call) => boot(world, call))];
}

/**
 * The config that a boot or reboot uses: the requested one, the only one, or the last booted one (Linode API v4, Linode Boot).
 * @throws ErrorResponse 400 when there is none, or the choice is ambiguous.
 */
export function configToBoot(world: World, row: InstanceRow, call: Call): ConfigRow {
  const problems = new Problems(world.documentedOnly);
  const { config_id: id } = parse({ config_id: integer() }, call.body, problems);
  problems.throwIfAny();
  const own = configs.in(world).by("instance", row.id);
  if (id !== undefined) {
    const named = own.find((config) => config.id === id);
    if (named === undefined) throw refused("config_id is not valid", "config_id");
    return named;
  }
  const [only, ...others] = own;
  if (only === undefined) throw refused(`This ${world.brand.title} has no configuration profile to boot.`);
  if (others.length === 0) return only;
  const last = own.find((config) => config.id === row.last_booted_config);
  if (last === undefined) {
    throw refused(
      "There are several configuration profiles and none was booted last: config_id is required.",
      "config_id",
    );
  }
  return last;
}

function boot(world: World, call: Call): unknown {
  const row = instanceOf(world, call);
  refuseIfBusy(world, row);
  if (row.status === "running") throw refused(`${world.brand.title} is already running.`);
  startBoot(world, row, configToBoot(world, row, call));
  return {};
}
