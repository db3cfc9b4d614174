import type { Route } from "../router";
import { configToBoot } from "../services/instance-actions";
import { becomes, changeInstance, durationOf, INSTANCE, instanceOf, refuseIfBusy } from "../services/instance-state";
import type { World } from "../world";

const WRITE = { scopes: ["computes:read_write"] };

/** Shutdown and reboot of an instance. */
export function instancePowerRoutes(world: World): Route[] {
  return [
    {
      method: "POST",
      path: "/compute/instances/{id}/shutdown",
      access: WRITE,
      handle: (call) => {
        const row = instanceOf(world, call);
        refuseIfBusy(world, row);
        // Nothing to do is no failure.
        if (row.status === "offline") return {};
        changeInstance(world, row, { status: "shutting_down" });
        world.progress.start(INSTANCE, row.id, "shutdown", [becomes("offline", durationOf(world, "shutdown"))]);
        return {};
      },
    },
    {
      method: "POST",
      path: "/compute/instances/{id}/reboot",
      access: WRITE,
      handle: (call) => {
        const row = instanceOf(world, call);
        refuseIfBusy(world, row);
        const config = configToBoot(world, row, call);
        changeInstance(world, row, { status: "rebooting", last_booted_config: config.id });
        world.progress.start(INSTANCE, row.id, "reboot", [becomes("running", durationOf(world, "reboot"))]);
        return {};
      },
    },
  ];
}
