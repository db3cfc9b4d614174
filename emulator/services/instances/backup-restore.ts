import { INSTANCES } from "../../access/guards";
import { Problems, refused } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { post } from "../../interface/router";
import { flag, parse, requireFields } from "../../interface/validation";
import type { World } from "../../world";
import { backupOf } from "./backups";
import { dropContents, noteImage, putContents, refuseWithoutRoom, sizeOf } from "./contents";
import { checkVlans } from "./interfaces";
import { becomes, changeInstance, durationOf, refuseIfBusy, startJob } from "./state";
import { readTarget, targetField } from "./target";

/** Backups: restore (Linode API v4, Backup Restore). */
export function backupRestoreRoutes(world: World): Route[] {
  return [
    post("/compute/instances/{id}/backups/{backupId}/restore", INSTANCES.change, (call) => restoreBackup(world, call)),
  ];
}

/**
 * Without overwrite, the contents of the backup are added to the existing ones, and the instance keeps its power state. With
 * overwrite, the existing contents are deleted first, so the instance is powered off at the end.
 */
function restoreBackup(world: World, call: Call): unknown {
  const backup = backupOf(world, call);
  const problems = new Problems(world.documentedOnly);
  const { overwrite = false } = parse({ overwrite: flag() }, call.body, problems);
  requireFields([targetField(world)], call.body, problems);
  const target = readTarget(world, call, problems);
  if (target !== undefined && target.region !== backup.region) {
    problems.addUndocumented(targetField(world), "The instance and the backup must be in the same region");
  }
  checkVlans(world, backup.configs, target?.region, targetField(world), problems);
  problems.throwIfAny();
  if (target === undefined) throw new Error("unreachable: the missing target was reported above");
  if (backup.status !== "successful") throw refused("Only a successful backup can be restored");
  refuseIfBusy(world, target);

  const cleared = overwrite ? dropContents(world, target) : target;
  refuseWithoutRoom(world, cleared, sizeOf(backup.disks));
  const row = noteImage(world, cleared, backup.image);
  putContents(world, row.id, backup);
  changeInstance(world, row, { status: "restoring" });
  const steps = [becomes(overwrite ? "offline" : target.status, durationOf(world, "restore"))];
  startJob(world, row, "restore", steps, { event: "backups_restore" });
  return {};
}
