import type { Effects } from "./progress";
import type { Route } from "./router";
import { databaseEffects, databaseRoutes } from "./services/databases/routes";
import { domainCloneRoutes } from "./services/domain-clone";
import { domainImportRoutes } from "./services/domain-import";
import { domainRoutes } from "./services/domains";
import { engineRoutes } from "./services/engines";
import { imageCaptureRoutes } from "./services/image-capture";
import { imageEffects } from "./services/image-state";
import { imageUploadRoutes } from "./services/image-upload";
import { imageRoutes } from "./services/images";
import { backupEffects } from "./services/backup-flow";
import { backupRestoreRoutes } from "./services/backup-restore";
import { backupScheduleEffects } from "./services/backup-schedule";
import { backupRoutes } from "./services/backups";
import { cloneEffects } from "./services/clone-progress";
import { instanceActionRoutes } from "./services/instance-actions";
import { instanceCloneRoutes } from "./services/instance-clone";
import { instanceCreateEffects } from "./services/instance-create";
import { instanceEffects } from "./services/instance-state";
import { instanceRoutes } from "./services/instances";
import { recordRoutes } from "./services/records";
import { regionRoutes } from "./services/regions";
import { zoneFileRoutes } from "./services/zone-file";
import { zoneEffects } from "./services/zone-rendering";
import type { World } from "./world";

/** Every operation of the documents that is served. */
export function documentedRoutes(world: World): Route[] {
  const services = [
    ...[instanceRoutes, instanceActionRoutes, instanceCloneRoutes, backupRoutes, backupRestoreRoutes, regionRoutes],
    ...[imageRoutes, imageCaptureRoutes, imageUploadRoutes],
    ...[engineRoutes, databaseRoutes],
    ...[domainRoutes, domainImportRoutes, domainCloneRoutes, zoneFileRoutes, recordRoutes],
  ];
  return services.flatMap((routesOf) => routesOf(world));
}

/** What the steps of their jobs do, by name. */
export function documentedEffects(world: World): Effects {
  return {
    ...instanceEffects(world),
    ...instanceCreateEffects(world),
    ...cloneEffects(world),
    ...backupEffects(world),
    ...backupScheduleEffects(world),
    ...imageEffects(world),
    ...databaseEffects(world),
    ...zoneEffects(world),
  };
}
