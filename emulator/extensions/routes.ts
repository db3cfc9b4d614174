import type { Effects } from "../state/progress";
import type { Route } from "../interface/router";
import type { World } from "../world";
import { accountRoutes } from "./account/account";
import { eventRoutes } from "./account/events";
import { profileRoutes } from "./account/profile";
import { databaseTypeRoutes } from "./database-types";
import { instanceAttachmentRoutes } from "./instances/attachments";
import { instanceConfigRoutes } from "./instances/configs";
import { instanceDiskEffects, instanceDiskRoutes } from "./instances/disks";
import { instanceIpRoutes } from "./instances/ips";
import { instanceMoveEffects, instanceMoveRoutes } from "./instances/moves";
import { instancePasswordRoutes } from "./instances/password";
import { instancePowerRoutes } from "./instances/power";
import { instanceRebuildRoutes } from "./instances/rebuild";
import { instanceResizeEffects, instanceResizeRoutes } from "./instances/resize";
import { kernelRoutes } from "./kernels";
import { stackScriptRoutes } from "./stackscripts";
import { typeRoutes } from "./types";

/** Operations that the documents mention but do not describe, and others that clients call. */
export function extensionRoutes(world: World): Route[] {
  const extensions = [
    instancePowerRoutes,
    instanceResizeRoutes,
    instancePasswordRoutes,
    instanceRebuildRoutes,
    instanceMoveRoutes,
    instanceDiskRoutes,
    instanceConfigRoutes,
    instanceIpRoutes,
    instanceAttachmentRoutes,
    databaseTypeRoutes,
    typeRoutes,
    kernelRoutes,
    stackScriptRoutes,
    accountRoutes,
    eventRoutes,
    profileRoutes,
  ];
  return extensions.flatMap((routesOf) => routesOf(world));
}

/** Job step effects of these operations, by name. */
export function extensionEffects(world: World): Effects {
  return { ...instanceResizeEffects(world), ...instanceDiskEffects(world), ...instanceMoveEffects(world) };
}
