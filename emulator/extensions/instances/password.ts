import { INSTANCES } from "../../access/guards";
import { Problems, refused } from "../../interface/errors";
import type { Route } from "../../interface/router";
import { post } from "../../interface/router";
import { rootPass } from "../../services/instances/fields";
import { instanceOf, refuseIfBusy } from "../../services/instances/state";
import { parse, requireFields } from "../../interface/validation";
import type { World } from "../../world";

/** Resets the root password of an instance that is powered off. */
export function instancePasswordRoutes(world: World): Route[] {
  return [
    post("/compute/instances/{id}/password", INSTANCES.change, (call) => {
      const row = instanceOf(world, call);
      const problems = new Problems(world.documentedOnly);
      requireFields(["root_pass"], call.body, problems);
      parse({ root_pass: rootPass(world) }, call.body, problems);
      problems.throwIfAny();
      refuseIfBusy(world, row);
      if (row.status !== "offline") {
        throw refused(`${world.brand.title} must be powered off to change its root password.`);
      }
      // Nothing to store: the password would be on the disk, and the emulator has no disk data.
      return {};
    }),
  ];
}
