import type { Schema } from "./schema";
import {
  DATE,
  documented,
  ID,
  INTEGER,
  integer,
  IP_ADDRESS,
  listOf,
  oneOf,
  TAGS,
  TEXT,
  text,
  TEXT_OR_NULL,
} from "./schema";

const ADDRESS_OR_RANGE: Schema = { type: "string", pattern: "^[0-9A-Fa-f.:]+(/\\d{1,3})?$" };

/** A DNS domain (Linode API v4, Domains). An unset group or email address is an empty string, as on the real service. */
export const DOMAIN: Schema = documented({
  id: ID,
  domain: text(1, 255),
  type: oneOf("master", "slave"),
  status: oneOf("disabled", "active"),
  description: { ...TEXT_OR_NULL, minLength: 1, maxLength: 255 },
  group: text(0, 50),
  tags: TAGS,
  soa_email: { type: "string", pattern: "^(|[^\\s@]+@[^\\s@]+)$" },
  master_ips: listOf(IP_ADDRESS),
  axfr_ips: listOf(ADDRESS_OR_RANGE),
  expire_sec: INTEGER,
  refresh_sec: INTEGER,
  retry_sec: INTEGER,
  ttl_sec: INTEGER,
});

/** The lines of the last rendered zone file (Linode API v4, Domains). */
export const ZONE_FILE: Schema = documented({ zone_file: listOf(TEXT) });

/** The valid values (Linode API v4, Domain Records), and 0 for the default, as on the real service. */
const TTL = [
  ...[0, 300, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 172_800, 345_600],
  ...[604_800, 1_209_600, 2_419_200],
];

/** A record of a domain (Linode API v4, Domain Records). An empty name is the domain itself. */
export const RECORD: Schema = documented({
  id: ID,
  type: oneOf("A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"),
  name: text(0, 100),
  target: TEXT,
  ttl_sec: { type: "integer", enum: TTL },
  priority: integer(0, 255),
  weight: integer(0, 65_535),
  port: integer(0, 65_535),
  service: TEXT_OR_NULL,
  protocol: TEXT_OR_NULL,
  tag: { type: ["string", "null"], enum: ["issue", "issuewild", "iodef", null] },
  created: DATE,
  updated: DATE,
});
