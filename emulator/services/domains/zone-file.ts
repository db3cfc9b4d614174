import { DOMAINS } from "../../access/guards";
import type { Route } from "../../interface/router";
import type { World } from "../../world";
import { domainOf } from "./domains";
import { renderedZone } from "./zone-rendering";

/** The zone file of a domain (Linode API v4, Domain Zone File View). */
export function zoneFileRoutes(world: World): Route[] {
  return [
    {
      method: "GET",
      path: "/domains/{id}/zone-file",
      access: DOMAINS.view,
      handle: (call) => ({ zone_file: renderedZone(world, domainOf(world, call)) }),
    },
  ];
}
