import type { Effects } from "../progress";
import type { Route } from "../router";
import type { World } from "../world";
import { accountRoutes } from "./account/account";
import { eventRoutes } from "./account/events";
import { profileRoutes } from "./account/profile";
import { sshKeyRoutes } from "./account/ssh-keys";
import { databaseTypeRoutes } from "./database-types";
import { instanceAttachmentRoutes } from "./instance-attachments";
import { instanceConfigRoutes } from "./instance-configs";
import { instanceDiskEffects, instanceDiskRoutes } from "./instance-disks";
import { instanceIpRoutes } from "./instance-ips";
import { instanceMoveEffects, instanceMoveRoutes } from "./instance-moves";
import { instancePasswordRoutes } from "./instance-password";
import { instancePowerRoutes } from "./instance-power";
import { instanceRebuildRoutes } from "./instance-rebuild";
import { instanceResizeEffects, instanceResizeRoutes } from "./instance-resize";
import { kernelRoutes } from "./kernels";
import { mysqlOperationRoutes } from "./mysql-operations";
import { stackScriptRoutes } from "./stackscripts";
import { typeRoutes } from "./types";

/** Operations beyond the documents: what they refer to without showing it, and what real clients call besides. */
export function extensionRoutes(world: World): Route[] {
  const extensions = [
    ...[instancePowerRoutes, instanceResizeRoutes, instancePasswordRoutes, instanceRebuildRoutes, instanceMoveRoutes],
    ...[instanceDiskRoutes, instanceConfigRoutes, instanceIpRoutes, instanceAttachmentRoutes],
    ...[mysqlOperationRoutes, databaseTypeRoutes],
    ...[typeRoutes, kernelRoutes, stackScriptRoutes],
    ...[accountRoutes, eventRoutes, profileRoutes, sshKeyRoutes],
  ];
  return extensions.flatMap((routesOf) => routesOf(world));
}

/** What the steps of their jobs do, by name. */
export function extensionEffects(world: World): Effects {
  return { ...instanceResizeEffects(world), ...instanceDiskEffects(world), ...instanceMoveEffects(world) };
}
