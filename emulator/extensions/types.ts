import { listOf } from "../envelope";
import { notFound } from "../errors";
import type { Route } from "../router";
import type { World } from "../world";

/** Fields that a list request can be filtered on. */
const FILTERABLE = ["label", "disk", "class", "network_out", "memory", "transfer", "vcpus", "gpus"];

/** The plans, to which document 1 refers (Instance create request, type) without showing them. */
export function typeRoutes(world: World): Route[] {
  const { types } = world.catalogue;
  return [
    {
      method: "GET",
      path: "/compute/types",
      access: "public",
      handle: (call) => listOf(call, types.values(), FILTERABLE, (type) => type),
    },
    {
      method: "GET",
      path: "/compute/types/{typeId}",
      access: "public",
      handle: (call) => {
        const type = types.get(call.params["typeId"] ?? "");
        if (type === undefined) throw notFound();
        return type;
      },
    },
  ];
}
