import { DOMAINS } from "../../access/guards";
import type { Route } from "../../interface/router";
import { get } from "../../interface/router";
import type { World } from "../../world";
import { domainOf } from "./domains";
import { renderedZone } from "./zone-rendering";

/** The zone file of a domain (Linode API v4, Domain Zone File View). */
export function zoneFileRoutes(world: World): Route[] {
  return [
    get("/domains/{id}/zone-file", DOMAINS.view, (call) => ({ zone_file: renderedZone(world, domainOf(world, call)) })),
  ];
}
