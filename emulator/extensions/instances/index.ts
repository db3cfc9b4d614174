import type { Service } from "../../service";
import { instanceAttachmentRoutes } from "./attachments";
import { instanceConfigRoutes } from "./configs";
import { instanceDiskEffects, instanceDiskRoutes } from "./disks";
import { instanceIpRoutes } from "./ips";
import { instanceMoveEffects, instanceMoveRoutes } from "./moves";
import { instancePasswordRoutes } from "./password";
import { instancePowerRoutes } from "./power";
import { instanceRebuildRoutes } from "./rebuild";
import { instanceResizeEffects, instanceResizeRoutes } from "./resize";

/** Operations on instances that the documents mention but do not describe, and others that clients call. */
export const instanceExtensions: Service = {
  beyondDocuments: true,
  routes: [
    instancePowerRoutes,
    instanceResizeRoutes,
    instancePasswordRoutes,
    instanceRebuildRoutes,
    instanceMoveRoutes,
    instanceDiskRoutes,
    instanceConfigRoutes,
    instanceIpRoutes,
    instanceAttachmentRoutes,
  ],
  effects: [instanceResizeEffects, instanceDiskEffects, instanceMoveEffects],
};
