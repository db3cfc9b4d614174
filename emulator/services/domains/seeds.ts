import type { SeedList } from "../../seed/seed";
import { datesNow, filled, stored } from "../../seed/seed";
import { UNSET_DOMAIN } from "./fields";
import { UNSET_RECORD } from "./record-fields";
import { domains, records, zones } from "./rows";
import { FIRST_SERIAL } from "./zone-rendering";

export const domainSeeds: readonly SeedList[] = [
  stored(
    domains,
    { path: "/domains" },
    (entry, { world }) => filled(entry, { ...UNSET_DOMAIN, type: "master", ...datesNow(world) }),
    (world, { id }) => zones.in(world).put({ id, serial: FIRST_SERIAL, lines: null }),
  ),
  stored(
    records,
    { path: "/domains/{id}/records", of: { path: "/domains", has: () => true } },
    (entry, { world, parentId }) => ({
      domain_id: parentId,
      ...filled(entry, { ...UNSET_RECORD, type: "A", ...datesNow(world) }),
    }),
  ),
];
