import type { ConfigFields, Device } from "../../state/rows/instances";

/** The slots of a config's devices. */
export const SLOTS = ["sda", "sdb", "sdc", "sdd", "sde", "sdf", "sdg", "sdh"] as const;

/** A config profile with nothing set but its label and kernel. */
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

/** Disks in the order of the slots. */
export function devicesOf(disks: readonly number[]): { readonly [slot: string]: Device } {
  return Object.fromEntries(disks.map((disk_id, index) => [SLOTS[index] ?? "", { disk_id, volume_id: null }]));
}
