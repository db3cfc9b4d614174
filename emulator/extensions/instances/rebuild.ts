import { INSTANCES } from "../../access/guards";
import { Problems } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { post } from "../../interface/router";
import type { InstanceRow } from "../../services/instances/rows";
import { checkUsers } from "../../services/instances/create";
import { dropContents, putContents } from "../../services/instances/contents";
import { CREATE_SHAPE, requireAccess, rootPass } from "../../services/instances/fields";
import { readInterfaces } from "../../services/instances/interfaces";
import { readPlace } from "../../services/instances/new";
import { readOrigin } from "../../services/instances/origin";
import { changeInstance, durationOf, instanceOf, refuseIfBusy, startJob } from "../../services/instances/state";
import { viewInstance } from "../../services/instances/view";
import { parse } from "../../interface/validation";
import type { World } from "../../world";

/** Rebuilds an instance from an image: all its disks and configs are deleted. */
export function instanceRebuildRoutes(world: World): Route[] {
  return [
    post("/compute/instances/{id}/rebuild", INSTANCES.change, (call) => viewInstance(world, rebuild(world, call))),
  ];
}

function rebuild(world: World, call: Call): InstanceRow {
  const row = instanceOf(world, call);
  const problems = new Problems(world.documentedOnly);
  // backup_id only applies to a new instance.
  const { backup_id: _backupId, ...input } = parse(
    { ...CREATE_SHAPE, root_pass: rootPass(world) },
    call.body,
    problems,
  );
  if (input.image === undefined && !problems.has("image")) problems.add("image", "You must specify an image");
  requireAccess(world, call.body, problems);
  checkUsers(world, input.authorized_users ?? [], problems);
  const interfaces = readInterfaces(world, input.interfaces ?? [], row.region, problems);
  const place = readPlace(world, row, problems);
  const origin = readOrigin(world, call, input, place, interfaces, problems);
  problems.throwIfAny();
  refuseIfBusy(world, row);
  if (origin === undefined) throw new Error("unreachable: the missing image was reported above");

  const [config] = putContents(world, dropContents(world, row).id, origin.contents);
  const rebuilding = changeInstance(world, row, {
    status: "rebuilding",
    image: origin.image,
    last_booted_config: null,
  });
  const data = { config: input.booted === false || config === undefined ? null : config.id };
  const step = { afterMs: durationOf(world, "rebuild"), effect: "instance.provisioned", data };
  startJob(world, rebuilding, "rebuild", [step], { secondary: origin.entity });
  return rebuilding;
}
