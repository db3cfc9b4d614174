import { INSTANCES } from "../../access/guards";
import { listOf } from "../../interface/envelope";
import { refused } from "../../interface/errors";
import type { Route } from "../../interface/router";
import { get } from "../../interface/router";
import { instanceOf } from "../../services/instances/state";
import type { World } from "../../world";

/** Attachments that the emulator does not support; their lists are always empty. */
const NEVER_ATTACHED = ["volumes", "firewalls", "nodebalancers"];

/** Endpoints that clients call, but for which the emulator has no data: attachments, transfer, statistics. */
export function instanceAttachmentRoutes(world: World): Route[] {
  const path = "/compute/instances/{id}";
  return [
    ...NEVER_ATTACHED.map((kind): Route =>
      get(`${path}/${kind}`, INSTANCES.view, (call) => {
        instanceOf(world, call);
        return listOf(world, call, [], [], (row) => row);
      }),
    ),
    get(`${path}/transfer`, INSTANCES.view, (call) => {
      const { type } = instanceOf(world, call);
      return { used: 0, billable: 0, quota: world.catalogue.types.get(type)?.transfer ?? 0, region_transfers: [] };
    }),
    get(`${path}/transfer/{year}/{month}`, INSTANCES.view, (call) => {
      instanceOf(world, call);
      return { bytes_in: 0, bytes_out: 0, bytes_total: 0 };
    }),
    ...["stats", "stats/{year}/{month}"].map((name): Route =>
      get(`${path}/${name}`, INSTANCES.view, (call) => {
        instanceOf(world, call);
        throw refused("Stats are unavailable at this time.");
      }),
    ),
  ];
}
