import type { RequestLogEntry } from "../../emulator";
import { BODIES, routeIn } from "./schemas/by-route";
import type { Fields, Schema } from "../kinds/schema";

/** Every undocumented field of the logged request bodies, with its request. */
export function undocumentedFields(log: readonly RequestLogEntry[]): string[] {
  return log.flatMap(({ method, path, requestBody }) => {
    if (requestBody === undefined) return [];
    const route = routeIn(BODIES, method, path);
    if (route === undefined) return [`${method} ${path}: no body is documented`];
    return unlisted(requestBody, { properties: BODIES[route] }).map((field) => `${route}: ${field}`);
  });
}

function unlisted(value: unknown, { properties, items }: Schema, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => unlisted(item, (items ?? {}) as Schema, path));
  if (properties === undefined) return [];
  const fields = properties as Fields;
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const [field, memberPath] = [fields[name], path === "" ? name : `${path}.${name}`];
    return field === undefined ? [memberPath] : unlisted(member, field, memberPath);
  });
}
