import { flag, oneOf, parse } from "../interface/validation";
import { losePower } from "../services/instances/state";
import type { Service } from "../service";
import { shown } from "../service";
import { LEGACY } from "../state/tables";

const { instances, disks, configs, backups } = LEGACY;
const { stackscripts, settings, grants, events, jobs, clock } = LEGACY;

const POWER = { power: oneOf("on", "off"), powerLoss: flag() };

/** The kinds that do not have a service of their own yet. */
export const LEGACY_SERVICE: Service = {
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
    shown(stackscripts, {
      heading: "StackScripts",
      title: (row) => row.label,
      facts: { Images: (row) => row.images, Owner: (row) => row.username },
    }),
  ],
  hidden: [settings, grants, events, jobs, clock],
};
