import { instanceDiskRoutes } from "./extensions/instance-disks";
import { instancePasswordRoutes } from "./extensions/instance-password";
import { instancePowerRoutes } from "./extensions/instance-power";
import { instanceResizeEffects, instanceResizeRoutes } from "./extensions/instance-resize";
import { typeRoutes } from "./extensions/types";
import type { Effects } from "./progress";
import type { Route } from "./router";
import { domainRoutes } from "./services/domains";
import { engineRoutes } from "./services/engines";
import { imageRoutes } from "./services/images";
import { instanceActionRoutes } from "./services/instance-actions";
import { instanceEffects } from "./services/instance-state";
import { instanceRoutes } from "./services/instances";
import { recordRoutes } from "./services/records";
import { regionRoutes } from "./services/regions";
import type { World } from "./world";

/** Every operation of the documents that is served. */
export function documentedRoutes(world: World): Route[] {
  const services = [
    ...[instanceRoutes, instanceActionRoutes, regionRoutes, imageRoutes],
    ...[engineRoutes],
    ...[domainRoutes, recordRoutes],
  ];
  return services.flatMap((routesOf) => routesOf(world));
}

/** Operations beyond the documents: what they refer to without showing it. */
export function extensionRoutes(world: World): Route[] {
  const extensions = [
    instancePowerRoutes,
    instanceResizeRoutes,
    instancePasswordRoutes,
    instanceDiskRoutes,
    typeRoutes,
  ];
  return extensions.flatMap((routesOf) => routesOf(world));
}

/** What the steps of jobs do, by name. */
export function allEffects(world: World): Effects {
  return { ...instanceEffects(world), ...instanceResizeEffects(world) };
}
