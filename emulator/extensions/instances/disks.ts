import { INSTANCES } from "../../access/guards";
import { diskEntity } from "../../services/entities";
import { listOf } from "../../interface/envelope";
import { notFound, Problems, refused } from "../../interface/errors";
import type { Effects } from "../../state/progress";
import type { Call, Route } from "../../interface/router";
import { del, get, idOf, post, put } from "../../interface/router";
import type { DiskRow, InstanceRow } from "../../services/instances/rows";
import { configs, disks } from "../../services/instances/rows";
import { findImage } from "../../services/images/images";
import { refuseWithoutRoom } from "../../services/instances/contents";
import { durationOf, instanceOf, refuseIfBusy, startJob } from "../../services/instances/state";
import type { JsonObject } from "../../json";
import { integer, oneOf, parse, requireFields, text } from "../../interface/validation";
import type { World } from "../../world";
import { today } from "../../world";

const LABEL = text(1, 48);

const CREATE_SHAPE = {
  label: LABEL,
  size: integer(1),
  filesystem: oneOf("raw", "swap", "ext3", "ext4", "initrd"),
  image: text(),
  root_pass: text(7, 128),
};

const PATH = "/compute/instances/{id}/disks";

/** Disks of an instance. Operations that take time keep the instance busy. */
export function instanceDiskRoutes(world: World): Route[] {
  const action = (name: string, handle: (call: Call) => unknown): Route => {
    return post(`${PATH}/{diskId}/${name}`, INSTANCES.change, handle);
  };
  return [
    get(PATH, INSTANCES.view, (call) =>
      listOf(world, call, disks.in(world).by("instance", instanceOf(world, call).id), [], viewDisk),
    ),
    post(PATH, INSTANCES.change, (call) => viewDisk(createDisk(world, call))),
    get(`${PATH}/{diskId}`, INSTANCES.view, (call) => viewDisk(diskOf(world, call).disk)),
    put(`${PATH}/{diskId}`, INSTANCES.change, (call) => {
      const { disk } = diskOf(world, call);
      const { label = disk.label } = read(world, { label: LABEL }, call, []);
      return viewDisk(disks.in(world).put({ ...disk, label, updated: today(world) }));
    }),
    del(`${PATH}/{diskId}`, INSTANCES.change, (call) => {
      const { instance, disk } = unusedDisk(world, call);
      change(world, instance, { ...disk, status: "deleting" }, "delete", "disk.remove");
      return {};
    }),
    action("resize", (call) => {
      const { size = 0 } = read(world, { size: integer(1) }, call, ["size"]);
      const { instance, disk } = unusedDisk(world, call);
      refuseWithoutRoom(world, instance, size - disk.size, "size");
      change(world, instance, { ...disk, status: "not ready" }, "resize", "disk.ready", { size });
      return {};
    }),
    action("clone", (call) => {
      const { instance, disk } = unusedDisk(world, call);
      refuseWithoutRoom(world, instance, disk.size, "size");
      const copy = {
        ...disk,
        id: disks.in(world).nextId(),
        label: `Copy of ${disk.label}`.slice(0, 48),
        status: "not ready",
      };
      return viewDisk(change(world, instance, copy, "duplicate", "disk.ready"));
    }),
    action("password", (call) => {
      read(world, { password: text(7, 128) }, call, ["password"]);
      unusedDisk(world, call);
      return {};
    }),
  ];
}

/** Effects of disk jobs. The jobs belong to the instance; their data contains the ID of the disk. */
export function instanceDiskEffects(world: World): Effects {
  const named = ({ disk }: JsonObject) => (typeof disk === "number" ? disks.in(world).get(disk) : undefined);
  return {
    "disk.ready": (_id, data) => {
      const row = named(data);
      const size = typeof data["size"] === "number" ? data["size"] : row?.size;
      if (row !== undefined && size !== undefined)
        disks.in(world).put({ ...row, size, status: "ready", updated: today(world) });
    },
    "disk.remove": (id, data) => {
      const row = named(data);
      if (row === undefined) return;
      disks.in(world).delete(row.id);
      for (const config of configs.in(world).by("instance", id)) {
        const kept = Object.entries(config.devices).filter(([, device]) => device.disk_id !== row.id);
        configs.in(world).put({ ...config, devices: Object.fromEntries(kept) });
      }
    },
  };
}

function createDisk(world: World, call: Call): DiskRow {
  const instance = instanceOf(world, call);
  const problems = new Problems(world.documentedOnly);
  requireFields(["size"], call.body, problems);
  const { size = 0, ...input } = parse(CREATE_SHAPE, call.body, problems);
  const image = input.image === undefined ? undefined : findImage(world, input.image);
  if (input.image !== undefined) {
    if (image?.status !== "available") problems.add("image", "image is not valid");
    else if (image.size > size) problems.add("size", `Distribution requires a minimum size of ${image.size}`);
    if (input.root_pass === undefined && !problems.has("root_pass")) {
      problems.add("root_pass", "root_pass is required when deploying a distribution");
    }
  }
  problems.throwIfAny();
  refuseIfBusy(world, instance);
  refuseWithoutRoom(world, instance, size, "size");
  const id = disks.in(world).nextId();
  const { label = image === undefined ? `disk${id}` : `${image.label} Disk`, filesystem = "ext4" } = input;
  const dates = { created: today(world), updated: today(world) };
  const row = {
    id,
    instance_id: instance.id,
    label,
    filesystem,
    size,
    used: image?.size ?? 0,
    status: "not ready",
    ...dates,
  };
  return change(world, instance, row, "create", "disk.ready");
}

/** Stores a disk and starts the job that completes the operation on it. */
function change(
  world: World,
  instance: InstanceRow,
  disk: DiskRow,
  action: string,
  effect: string,
  data: JsonObject = {},
): DiskRow {
  disks.in(world).put(disk);
  const step = { afterMs: durationOf(world, "disk"), effect, data: { disk: disk.id, ...data } };
  startJob(world, instance, `disk ${action}`, [step], { event: `disk_${action}`, secondary: diskEntity(world, disk) });
  return disk;
}

function diskOf(world: World, call: Call): { instance: InstanceRow; disk: DiskRow } {
  const instance = instanceOf(world, call);
  const disk = disks.in(world).get(idOf(call, "diskId"));
  if (disk?.instance_id !== instance.id) throw notFound();
  return { instance, disk };
}

/** The disk in the path. Its instance must be idle and powered off. */
function unusedDisk(world: World, call: Call): { instance: InstanceRow; disk: DiskRow } {
  const found = diskOf(world, call);
  refuseIfBusy(world, found.instance);
  if (found.instance.status !== "offline") throw refused(`${world.brand.title} must be powered off.`);
  return found;
}

function read<S extends Parameters<typeof parse>[0]>(world: World, shape: S, call: Call, required: readonly string[]) {
  const problems = new Problems(world.documentedOnly);
  requireFields(required, call.body, problems);
  const input = parse(shape, call.body, problems);
  problems.throwIfAny();
  return input;
}

function viewDisk({ instance_id: _instanceId, used: _used, ...shown }: DiskRow): unknown {
  return shown;
}
