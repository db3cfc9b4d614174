import type { Service } from "../../service";
import { instanceConfigRoutes } from "./configs";
import { instanceDiskEffects, instanceDiskRoutes } from "./disks";
import { instanceIpRoutes } from "./ips";
import { instancePasswordRoutes } from "./password";
import { instancePowerRoutes } from "./power";
import { instanceRebuildRoutes } from "./rebuild";
import { instanceResizeEffects, instanceResizeRoutes } from "./resize";

/** Operations on instances that the documents mention but do not describe. */
export const instanceExtensions: Service = {
  beyondDocuments: true,
  routes: [
    instancePowerRoutes,
    instanceResizeRoutes,
    instancePasswordRoutes,
    instanceRebuildRoutes,
    instanceDiskRoutes,
    instanceConfigRoutes,
    instanceIpRoutes,
  ],
  effects: [instanceResizeEffects, instanceDiskEffects],
};
