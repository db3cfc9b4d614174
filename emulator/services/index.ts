import { sshKeyService } from "../extensions/account/ssh-keys";
import { LEGACY_SERVICE } from "../control/shown-kinds";
import type { Service } from "../service";
import { databaseService, mysqlService } from "./databases";
import { domainService } from "./domains";
import { imageService } from "./images";

/** All services, in the order of the dashboard. */
export const SERVICES: readonly Service[] = [
  LEGACY_SERVICE,
  domainService,
  databaseService,
  mysqlService,
  imageService,
  sshKeyService,
];

/** The kinds that the dashboard shows. */
export const SHOWN = SERVICES.flatMap(({ shown = [] }) => shown);

/** All kinds that the emulator stores. */
export const KINDS = SERVICES.flatMap(({ shown = [], hidden = [] }) => [...shown.map(({ kind }) => kind), ...hidden]);
