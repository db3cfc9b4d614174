import type { Schema } from "./schema";
import { documented, ID, INTEGER, IP_ADDRESS, listOf, oneOf, TAGS, TEXT, text, TEXT_OR_NULL } from "./schema";

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
