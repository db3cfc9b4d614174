import type { ConfigFields, Device } from "./rows";

/** The device slots of a config. */
export const SLOTS = ["sda", "sdb", "sdc", "sdd", "sde", "sdf", "sdg", "sdh"] as const;

/** A config profile with default values. */
export function newConfig(kernel: string, label: string): ConfigFields {
  return {
    label,
    comments: "",
    kernel,
    memory_limit: 0,
    run_level: "default",
    virt_mode: "paravirt",
    root_device: "/dev/sda",
    initrd: null,
    helpers: { updatedb_disabled: true, distro: true, modules_dep: true, network: true, devtmpfs_automount: true },
    devices: {},
    interfaces: [],
  };
}

/** Assigns disks to slots in order. */
export function devicesOf(disks: readonly number[]): { readonly [slot: string]: Device } {
  return Object.fromEntries(disks.map((disk_id, index) => [SLOTS[index] ?? "", { disk_id, volume_id: null }]));
}
