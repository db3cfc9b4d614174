import type { Schema } from "./schema";
import { DATE, documented, ID, integer, oneOf, TEXT, text, TEXT_OR_NULL } from "./schema";

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
