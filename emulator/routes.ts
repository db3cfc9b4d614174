import type { Effects } from "./state/progress";
import type { Route } from "./interface/router";
import { engineRoutes } from "./services/engines";
import { backupEffects } from "./services/instances/backup-flow";
import { backupRestoreRoutes } from "./services/instances/backup-restore";
import { backupScheduleEffects } from "./services/instances/backup-schedule";
import { backupRoutes } from "./services/instances/backups";
import { cloneEffects } from "./services/instances/clone-progress";
import { instanceActionRoutes } from "./services/instances/actions";
import { instanceCloneRoutes } from "./services/instances/clone";
import { instanceCreateEffects } from "./services/instances/create";
import { instanceEffects } from "./services/instances/state";
import { instanceRoutes } from "./services/instances/instances";
import { regionRoutes } from "./services/regions";
import type { World } from "./world";

/** Routes of the documented operations. */
export function documentedRoutes(world: World): Route[] {
  const services = [
    instanceRoutes,
    instanceActionRoutes,
    instanceCloneRoutes,
    backupRoutes,
    backupRestoreRoutes,
    regionRoutes,
    engineRoutes,
  ];
  return services.flatMap((routesOf) => routesOf(world));
}

/** Job step effects of the documented operations, by name. */
export function documentedEffects(world: World): Effects {
  return {
    ...instanceEffects(world),
    ...instanceCreateEffects(world),
    ...cloneEffects(world),
    ...backupEffects(world),
    ...backupScheduleEffects(world),
  };
}
