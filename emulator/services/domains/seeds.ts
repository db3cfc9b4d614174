import type { SeedList } from "../../seed/seed";
import { filled, stored } from "../../seed/seed";
import { today } from "../../world";
import { domains, records, zones } from "./rows";
import { FIRST_SERIAL } from "./zone-rendering";

export const domainSeeds: readonly SeedList[] = [
  stored(
    domains,
    { path: "/domains" },
    (entry, { world }) =>
      filled(entry, {
        domain: "",
        type: "master",
        status: "active",
        description: null,
        group: "",
        tags: [],
        soa_email: "",
        master_ips: [],
        axfr_ips: [],
        expire_sec: 0,
        refresh_sec: 0,
        retry_sec: 0,
        ttl_sec: 0,
        created: today(world),
        updated: today(world),
      }),
    (world, { id }) => zones.in(world).put({ id, serial: FIRST_SERIAL, lines: null }),
  ),
  stored(
    records,
    { path: "/domains/{id}/records", of: { path: "/domains", has: () => true } },
    (entry, { world, parentId }) => ({
      domain_id: parentId,
      ...filled(entry, {
        type: "A",
        name: "",
        target: "",
        ttl_sec: 0,
        priority: 0,
        weight: 0,
        port: 0,
        service: null,
        protocol: null,
        tag: null,
        created: today(world),
        updated: today(world),
      }),
    }),
  ),
];
