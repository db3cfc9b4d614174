import type { Brand } from "../brand";

/** A kernel that a config profile can use. */
export interface Kernel {
  readonly id: string;
  readonly label: string;
  readonly version: string;
  readonly architecture: string;
  readonly kvm: boolean;
  readonly pvops: boolean;
  readonly deprecated: boolean;
  readonly built: string | null;
}

/** Name, label, version, architecture and build date. */
const KERNELS: ReadonlyArray<readonly [string, string, string, string, string | null]> = [
  ["latest-64bit", "Latest 64 bit (5.16.3-x86_64)", "5.16.3", "x86_64", "2022-01-28T00:00:00"],
  ["latest-32bit", "Latest 32 bit (5.16.3-x86)", "5.16.3", "i386", "2022-01-28T00:00:00"],
  ["grub2", "GRUB 2", "2.06", "x86_64", null],
  ["grub-legacy", "GRUB (Legacy)", "2.0.0", "x86_64", null],
  ["direct-disk", "Direct Disk", "", "x86_64", null],
];

/** The kernels, with the brand in their IDs. */
export function kernelsOf(brand: Brand): Kernel[] {
  return KERNELS.map(([name, label, version, architecture, built]) => ({
    id: brand.imageId(name),
    label,
    version,
    architecture,
    built,
    kvm: true,
    pvops: true,
    deprecated: false,
  }));
}
