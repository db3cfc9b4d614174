import { grants } from "../access/grants";
import { accountService } from "../extensions/account/account";
import { eventService } from "../extensions/account/events";
import { sshKeyService } from "../extensions/account/ssh-keys";
import { databaseTypeService } from "../extensions/database-types";
import { instanceExtensions } from "../extensions/instances";
import { stackScriptService } from "../extensions/stackscripts";
import { typeService } from "../extensions/types";
import type { SeedList } from "../seed/seed";
import type { Service, Shown } from "../service";
import { clockOffset } from "../state/clock";
import type { Kind } from "../state/kind";
import { jobs } from "../state/progress";
import { databaseService, mysqlService } from "./databases";
import { domainService } from "./domains";
import { engineService } from "./engines";
import { imageService } from "./images";
import { instanceService } from "./instances";
import { regionService } from "./regions";

/** All services of its own, in the order of the dashboard. */
export const SERVICES: readonly Service[] = [
  instanceService,
  instanceExtensions,
  domainService,
  databaseService,
  mysqlService,
  imageService,
  stackScriptService,
  sshKeyService,
  regionService,
  engineService,
  typeService,
  databaseTypeService,
  accountService,
  eventService,
];

/** The kinds that the dashboard shows. */
export function shownOf(services: readonly Service[]): Shown[] {
  return services.flatMap(({ shown = [] }) => shown);
}

/** The lists of an account whose copy the emulator can serve. */
export function seedListsOf(services: readonly Service[]): SeedList[] {
  return services.flatMap(({ seeds = [] }) => seeds);
}

/** All kinds that the emulator stores. */
export function kindsOf(services: readonly Service[]): Kind[] {
  const own = services.flatMap(({ shown = [], hidden = [] }) => [...shown.map(({ kind }) => kind), ...hidden]);
  return [...own, grants, jobs, clockOffset];
}
