import { INSTANCES } from "../../access/guards";
import { diskEntity } from "../../services/entities";
import { listOf } from "../../interface/envelope";
import { Problems } from "../../interface/errors";
import type { Effects } from "../../state/progress";
import type { Call, Route } from "../../interface/router";
import { get, post } from "../../interface/router";
import type { DiskRow } from "../../services/instances/rows";
import { disks } from "../../services/instances/rows";
import { refuseWithoutRoom } from "../../services/instances/contents";
import { durationOf, instanceOf, refuseIfBusy, startJob } from "../../services/instances/state";
import { integer, oneOf, parse, requireFields, text } from "../../interface/validation";
import type { World } from "../../world";
import { today } from "../../world";

const SHAPE = { label: text(1, 48), size: integer(1), filesystem: oneOf("raw", "swap", "ext3", "ext4", "initrd") };

const PATH = "/compute/instances/{id}/disks";

/** Disks of an instance. A new one keeps the instance busy. */
export function instanceDiskRoutes(world: World): Route[] {
  return [
    get(PATH, INSTANCES.view, (call) =>
      listOf(world, call, disks.in(world).by("instance", instanceOf(world, call).id), [], viewDisk),
    ),
    post(PATH, INSTANCES.change, (call) => viewDisk(createDisk(world, call))),
  ];
}

/** The end of a disk's creation. The job belongs to the instance; its data contains the ID of the disk. */
export function instanceDiskEffects(world: World): Effects {
  return {
    "disk.ready": (_id, { disk }) => {
      const row = typeof disk === "number" ? disks.in(world).get(disk) : undefined;
      if (row !== undefined) disks.in(world).put({ ...row, status: "ready", updated: today(world) });
    },
  };
}

function createDisk(world: World, call: Call): DiskRow {
  const instance = instanceOf(world, call);
  const problems = new Problems(world.documentedOnly);
  requireFields(["size"], call.body, problems);
  const { size = 0, ...input } = parse(SHAPE, call.body, problems);
  problems.throwIfAny();
  refuseIfBusy(world, instance);
  refuseWithoutRoom(world, instance, size, "size");
  const id = disks.in(world).nextId();
  const { label = `disk${id}`, filesystem = "ext4" } = input;
  const dates = { created: today(world), updated: today(world) };
  const unused = { used: 0, status: "not ready", ...dates };
  const disk = disks.in(world).put({ id, instance_id: instance.id, label, filesystem, size, ...unused });
  const step = { afterMs: durationOf(world, "disk"), effect: "disk.ready", data: { disk: id } };
  startJob(world, instance, "disk create", [step], { event: "disk_create", secondary: diskEntity(world, disk) });
  return disk;
}

function viewDisk({ instance_id: _instanceId, used: _used, ...shown }: DiskRow): unknown {
  return shown;
}
