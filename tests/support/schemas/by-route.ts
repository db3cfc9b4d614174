import * as databases from "./databases";
import {
  BACKUP,
  BACKUPS,
  DOMAIN,
  envelopeOf,
  IMAGE,
  INSTANCE,
  NOTHING,
  RECORD,
  REGION,
  UPLOAD,
  ZONE_FILE,
} from "./schema";
import type { Schema } from "./schema";

const ENGINES = "/databases/engines";
const MONGODB = "/databases/mongodb/instances";
const MYSQL = "/databases/mysql/instances";

/**
 * The response of each documented operation with status 200, by method and path. `{}` stands for one segment, `{+}` for an id that
 * contains a slash.
 */
export const ANSWERS: Readonly<Record<string, Schema>> = {
  // Linode API v4, Linode Instances
  "GET /compute/instances": envelopeOf(INSTANCE),
  "POST /compute/instances": INSTANCE,
  "GET /compute/instances/{}": INSTANCE,
  "PUT /compute/instances/{}": INSTANCE,
  "DELETE /compute/instances/{}": NOTHING,
  "GET /compute/instances/{}/backups": BACKUPS,
  "POST /compute/instances/{}/backups": BACKUP,
  "POST /compute/instances/{}/backups/cancel": NOTHING,
  "POST /compute/instances/{}/backups/enable": NOTHING,
  "GET /compute/instances/{}/backups/{}": BACKUP,
  "POST /compute/instances/{}/backups/{}/restore": NOTHING,
  "POST /compute/instances/{}/boot": NOTHING,
  "POST /compute/instances/{}/clone": INSTANCE,
  // Linode API v4, Regions
  "GET /regions": envelopeOf(REGION),
  "GET /regions/{}": REGION,
  // Linode API v4, Images
  "GET /images": envelopeOf(IMAGE),
  "POST /images": IMAGE,
  "POST /images/upload": UPLOAD,
  "GET /images/{+}": IMAGE,
  "PUT /images/{+}": IMAGE,
  "DELETE /images/{+}": NOTHING,
  // Linode API v4, Managed Databases and Managed Database Engines
  [`GET ${ENGINES}`]: envelopeOf(databases.ENGINE),
  [`GET ${ENGINES}/{+}`]: databases.ENGINE,
  "GET /databases/instances": envelopeOf(databases.LISTED_DATABASE),
  // Linode API v4, Managed MongoDB Databases
  [`GET ${MONGODB}`]: envelopeOf(databases.MONGODB),
  [`POST ${MONGODB}`]: databases.NEW_MONGODB,
  [`GET ${MONGODB}/{}`]: databases.MONGODB,
  [`PUT ${MONGODB}/{}`]: databases.MONGODB,
  [`DELETE ${MONGODB}/{}`]: NOTHING,
  [`GET ${MONGODB}/{}/backups`]: envelopeOf(databases.DATABASE_BACKUP),
  [`POST ${MONGODB}/{}/backups`]: NOTHING,
  [`GET ${MONGODB}/{}/backups/{}`]: databases.DATABASE_BACKUP,
  [`DELETE ${MONGODB}/{}/backups/{}`]: NOTHING,
  [`POST ${MONGODB}/{}/backups/{}/restore`]: NOTHING,
  [`GET ${MONGODB}/{}/credentials`]: databases.CREDENTIALS,
  [`POST ${MONGODB}/{}/credentials/reset`]: NOTHING,
  [`POST ${MONGODB}/{}/patch`]: NOTHING,
  [`GET ${MONGODB}/{}/ssl`]: databases.CERTIFICATE,
  // Linode API v4, Managed MySQL Databases
  [`GET ${MYSQL}`]: envelopeOf(databases.MYSQL),
  [`POST ${MYSQL}`]: databases.NEW_MYSQL,
  [`GET ${MYSQL}/{}`]: databases.MYSQL,
  [`PUT ${MYSQL}/{}`]: databases.MYSQL,
  [`DELETE ${MYSQL}/{}`]: NOTHING,
  // Linode API v4, Domains
  "GET /domains": envelopeOf(DOMAIN),
  "POST /domains": DOMAIN,
  "POST /domains/import": DOMAIN,
  "GET /domains/{}": DOMAIN,
  "PUT /domains/{}": DOMAIN,
  "DELETE /domains/{}": NOTHING,
  "POST /domains/{}/clone": DOMAIN,
  "GET /domains/{}/records": envelopeOf(RECORD),
  "POST /domains/{}/records": RECORD,
  "GET /domains/{}/records/{}": RECORD,
  "PUT /domains/{}/records/{}": RECORD,
  "DELETE /domains/{}/records/{}": NOTHING,
  "GET /domains/{}/zone-file": ZONE_FILE,
};

const ROUTES = Object.keys(ANSWERS).map((route) => ({ route, expression: expressionOf(route) }));

/** The documented operation that a request is, as a key of `ANSWERS`. The path follows the version segment, decoded. */
export function operationOf(method: string, path: string): string | undefined {
  return ROUTES.find(({ expression }) => expression.test(`${method} ${path}`))?.route;
}

function expressionOf(route: string): RegExp {
  const pattern = route.replaceAll("{+}", ".+").replaceAll("{}", "[^/]+");
  return new RegExp(`^${pattern}$`, "s");
}
