import { INSTANCES } from "../../access/guards";
import { configEntity } from "../../services/entities";
import type { Route } from "../../interface/router";
import { post } from "../../interface/router";
import { configToBoot } from "../../services/instances/actions";
import {
  becomes,
  changeInstance,
  durationOf,
  instanceOf,
  refuseIfBusy,
  startJob,
} from "../../services/instances/state";
import type { World } from "../../world";

/** Shutdown and reboot of an instance. */
export function instancePowerRoutes(world: World): Route[] {
  return [
    post("/compute/instances/{id}/shutdown", INSTANCES.change, (call) => {
      const row = instanceOf(world, call);
      refuseIfBusy(world, row);
      // Already powered off: not an error.
      if (row.status === "offline") return {};
      changeInstance(world, row, { status: "shutting_down" });
      startJob(world, row, "shutdown", [becomes("offline", durationOf(world, "shutdown"))]);
      return {};
    }),
    post("/compute/instances/{id}/reboot", INSTANCES.change, (call) => {
      const row = instanceOf(world, call);
      refuseIfBusy(world, row);
      const config = configToBoot(world, row, call);
      changeInstance(world, row, { status: "rebooting", last_booted_config: config.id });
      const secondary = configEntity(world, config);
      startJob(world, row, "reboot", [becomes("running", durationOf(world, "reboot"))], { secondary });
      return {};
    }),
  ];
}
