import type { Schema } from "./schema";
import { documented, listOf, oneOf, TEXT } from "./schema";

const RESOLVERS: Schema = { type: "string", pattern: "^[0-9a-f.:]+(,[0-9a-f.:]+)*$" };

/** A data center region (Linode API v4, Regions). */
export const REGION: Schema = documented({
  id: TEXT,
  country: TEXT,
  capabilities: listOf(TEXT),
  resolvers: documented({ ipv4: RESOLVERS, ipv6: RESOLVERS }),
  status: oneOf("ok", "outage"),
});
