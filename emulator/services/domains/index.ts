import type { Service } from "../../service";
import { shown } from "../../service";
import { domainCloneRoutes } from "./clone";
import { domainRoutes } from "./domains";
import { domainImportRoutes } from "./import";
import { recordRoutes } from "./records";
import { domains, records, zones } from "./rows";
import { domainSeeds } from "./seeds";
import { zoneFileRoutes } from "./zone-file";
import { beforeZoneChange, zoneEffects } from "./zone-rendering";

/** Domains with their records (Linode API v4, Domains and Domain Records). */
export const domainService: Service = {
  routes: [domainRoutes, domainImportRoutes, domainCloneRoutes, zoneFileRoutes, recordRoutes],
  effects: [zoneEffects],
  shown: [
    shown(domains, {
      heading: "Domains",
      title: (row) => row.domain,
      status: (row) => row.status,
      facts: {
        Type: (row) => row.type,
        Records: (row, world) => records.in(world).count("domain", row.id),
        "SOA email": (row) => row.soa_email,
      },
      outOfBand: {
        edit: ["description", "soa_email", "ttl_sec", "group", "tags"],
        buttons: { Disable: { status: "disabled" }, Enable: { status: "active" } },
        statuses: ["active", "disabled"],
        nullable: ["description"],
        before: beforeZoneChange,
      },
    }),
    shown(records, {
      heading: "Records",
      title: (row, world) => [row.name, domains.in(world).get(row.domain_id)?.domain ?? ""].filter(Boolean).join("."),
      facts: { Type: (row) => row.type, Target: (row) => row.target, TTL: (row) => row.ttl_sec },
      outOfBand: {
        edit: ["target", "name", "ttl_sec", "priority", "weight", "port"],
        nullable: ["service", "protocol", "tag"],
        before: (world, row) => {
          const domain = domains.in(world).get(row.domain_id);
          if (domain !== undefined) beforeZoneChange(world, domain);
        },
      },
    }),
  ],
  hidden: [zones],
  seeds: domainSeeds,
};
