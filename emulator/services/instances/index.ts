import { flag, oneOf, parse } from "../../interface/validation";
import type { Service } from "../../service";
import { shown } from "../../service";
import { instanceActionRoutes } from "./actions";
import { backupEffects } from "./backup-flow";
import { backupRestoreRoutes } from "./backup-restore";
import { backupScheduleEffects } from "./backup-schedule";
import { backupRoutes } from "./backups";
import { instanceCloneRoutes } from "./clone";
import { cloneEffects } from "./clone-progress";
import { instanceCreateEffects } from "./create";
import { instanceRoutes } from "./instances";
import { backups, configs, disks, instances } from "./rows";
import { instanceSeeds } from "./seeds";
import { instanceEffects, losePower } from "./state";

const POWER = { power: oneOf("on", "off"), powerLoss: flag() };

/** Instances with their disks, configs and backups (Linode API v4, Linode Instances). */
export const instanceService: Service = {
  routes: [instanceRoutes, instanceActionRoutes, instanceCloneRoutes, backupRoutes, backupRestoreRoutes],
  effects: [instanceEffects, instanceCreateEffects, cloneEffects, backupEffects, backupScheduleEffects],
  seeds: instanceSeeds,
  shown: [
    shown(instances, {
      heading: "Instances",
      title: (row) => row.label,
      status: (row) => row.status,
      facts: {
        Plan: (row) => row.type,
        Region: (row) => row.region,
        Image: (row) => row.image,
        Addresses: (row) => row.ipv4,
      },
      outOfBand: {
        edit: ["label", "group", "tags", "watchdog_enabled"],
        buttons: {
          "Power off": { power: "off" },
          "Power on": { power: "on" },
          "Power loss": { powerLoss: true },
          Maintenance: { status: "stopped" },
        },
        statuses: [
          "running",
          "offline",
          "booting",
          "rebooting",
          "shutting_down",
          "provisioning",
          "deleting",
          "migrating",
          "rebuilding",
          "cloning",
          "restoring",
          "stopped",
        ],
        nullable: ["image", "ipv6", "last_booted_config"],
        orders: (patch, problems) => {
          const { power, powerLoss } = parse(POWER, patch, problems);
          const { power: _power, powerLoss: _powerLoss, ...fields } = patch;
          if (power !== undefined) fields["status"] ??= power === "on" ? "running" : "offline";
          return { fields, act: (world, row) => void (powerLoss === true && losePower(world, row)) };
        },
      },
    }),
    shown(disks, {
      heading: "Disks",
      nested: true,
      title: (row) => row.label,
      status: (row) => row.status,
      facts: { Filesystem: (row) => row.filesystem, Size: (row) => `${row.size} MB` },
      outOfBand: { edit: ["label"] },
    }),
    shown(configs, {
      heading: "Configuration profiles",
      nested: true,
      title: (row) => row.label,
      facts: { Kernel: (row) => row.kernel, Interfaces: (row) => row.interfaces.length },
      outOfBand: { edit: ["label"] },
    }),
    shown(backups, {
      heading: "Backups",
      nested: true,
      title: (row) => row.label ?? row.type,
      status: (row) => row.status,
      facts: { Type: (row) => row.type, Created: (row) => row.created },
    }),
  ],
};
