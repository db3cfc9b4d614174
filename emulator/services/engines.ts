import { listOf } from "../envelope";
import { notFound } from "../errors";
import type { Route } from "../router";
import type { World } from "../world";

/** Fields that a list request can be filtered on (document 2, Engine). */
const FILTERABLE = ["engine", "version"];

/** Database engines: list and view (document 2, Engines and cross-engine list). No credentials are needed. */
export function engineRoutes(world: World): Route[] {
  const { engines } = world.catalogue;
  return [
    {
      method: "GET",
      path: "/databases/engines",
      access: "public",
      handle: (call) => listOf(call, engines.values(), FILTERABLE, (engine) => engine),
    },
    {
      method: "GET",
      path: "/databases/engines/{+engineId}",
      access: "public",
      handle: (call) => {
        const engine = engines.get(call.params["engineId"] ?? "");
        if (engine === undefined) throw notFound();
        return engine;
      },
    },
  ];
}
