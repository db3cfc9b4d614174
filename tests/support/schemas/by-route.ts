import { specimens } from "../../kinds";
import { COMMON } from "../../kinds/database";
import type { Wire } from "../../kinds/specimen";
import { documented, envelopeOf, listOf, oneOf, TEXT } from "../../kinds/schema";
import type { Fields, Schema } from "../../kinds/schema";

const RESOLVERS: Schema = { type: "string", pattern: "^[0-9a-f.:]+(,[0-9a-f.:]+)*$" };

/** A data center region (Linode API v4, Regions). */
const REGION: Schema = documented({
  id: TEXT,
  country: TEXT,
  capabilities: listOf(TEXT),
  resolvers: documented({ ipv4: RESOLVERS, ipv6: RESOLVERS }),
  status: oneOf("ok", "outage"),
});

/** A database engine (Linode API v4, Managed Database Engines). */
const ENGINE: Schema = documented({
  id: { type: "string", pattern: "^[^/]+/[^/]+$" },
  engine: TEXT,
  version: TEXT,
});

/** A database in the list of all engines (Linode API v4, Managed Databases). */
const LISTED_DATABASE: Schema = documented({
  ...COMMON,
  instance_uri: { type: "string", pattern: "/databases/(mongodb|mysql)/instances/\\d+$" },
});

/** Operations that belong to no resource type. */
const GENERAL: Wire = {
  // Linode API v4, Regions
  "GET /regions": { answer: envelopeOf(REGION) },
  "GET /regions/{}": { answer: REGION },
  // Linode API v4, Managed Databases and Managed Database Engines
  "GET /databases/engines": { answer: envelopeOf(ENGINE) },
  "GET /databases/engines/{+}": { answer: ENGINE },
  "GET /databases/instances": { answer: envelopeOf(LISTED_DATABASE) },
};

const OPERATIONS = [GENERAL, ...specimens.map(({ wire }) => wire)].flatMap((wire) => Object.entries(wire));

/** The response of each documented operation with status 200, by method and path. */
export const ANSWERS: Readonly<Record<string, Schema>> = Object.fromEntries(
  OPERATIONS.flatMap(([route, { answer }]) => (answer ? [[route, answer]] : [])),
);

/** The documented fields of each request with a body. */
export const BODIES: Readonly<Record<string, Fields>> = Object.fromEntries(
  OPERATIONS.flatMap(([route, { body }]) => (body ? [[route, body]] : [])),
);

/** The operation that a request is, as a key of one of these tables. The path follows the version segment, decoded. */
export function routeIn(table: Readonly<Record<string, unknown>>, method: string, path: string): string | undefined {
  return Object.keys(table).find((route) => expressionOf(route).test(`${method} ${path}`));
}

/** The documented operation that a request is. */
export function operationOf(method: string, path: string): string | undefined {
  return routeIn(ANSWERS, method, path);
}

const expressions = new Map<string, RegExp>();

function expressionOf(route: string): RegExp {
  const pattern = route.replaceAll("{+}", ".+").replaceAll("{}", "[^/]+");
  const expression = expressions.get(route) ?? new RegExp(`^${pattern}$`, "s");
  expressions.set(route, expression);
  return expression;
}
