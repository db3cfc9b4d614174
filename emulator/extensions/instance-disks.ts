import { listOf } from "../envelope";
import { notFound } from "../errors";
import type { Route } from "../router";
import { idOf } from "../router";
import { instanceOf } from "../services/instance-state";
import type { ConfigRow, DiskRow } from "../tables";
import type { World } from "../world";

const READ = { scopes: ["computes:read_only"] };

const DEVICES = ["sda", "sdb", "sdc", "sdd", "sde", "sdf", "sdg", "sdh"];

/** Lists and views of an instance's disks and configs. */
export function instanceDiskRoutes(world: World): Route[] {
  const { disks, configs } = world.tables;
  return [
    {
      method: "GET",
      path: "/compute/instances/{id}/disks",
      access: READ,
      handle: (call) => listOf(call, disks.by("instance", instanceOf(world, call).id), [], viewDisk),
    },
    {
      method: "GET",
      path: "/compute/instances/{id}/disks/{diskId}",
      access: READ,
      handle: (call) => viewDisk(ownedBy(instanceOf(world, call).id, disks.get(idOf(call, "diskId")))),
    },
    {
      method: "GET",
      path: "/compute/instances/{id}/configs",
      access: READ,
      handle: (call) => listOf(call, configs.by("instance", instanceOf(world, call).id), [], viewConfig),
    },
    {
      method: "GET",
      path: "/compute/instances/{id}/configs/{configId}",
      access: READ,
      handle: (call) => viewConfig(ownedBy(instanceOf(world, call).id, configs.get(idOf(call, "configId")))),
    },
  ];
}

function ownedBy<R extends { readonly instance_id: number }>(instanceId: number, row: R | undefined): R {
  if (row?.instance_id !== instanceId) throw notFound();
  return row;
}

function viewDisk({ instance_id: _instanceId, ...shown }: DiskRow): unknown {
  return shown;
}

function viewConfig({ instance_id: _instanceId, disks, ...shown }: ConfigRow): unknown {
  const device = (index: number) => (disks[index] === undefined ? null : { disk_id: disks[index], volume_id: null });
  return {
    ...shown,
    comments: "",
    memory_limit: 0,
    run_level: "default",
    virt_mode: "paravirt",
    root_device: "/dev/sda",
    initrd: null,
    helpers: { updatedb_disabled: true, distro: true, modules_dep: true, network: true, devtmpfs_automount: true },
    devices: Object.fromEntries(DEVICES.map((name, index) => [name, device(index)])),
  };
}
