import type { Shape } from "../../shapes";
import { isInteger, isText, isTime, listOf, objectOf, oneOf, orNull } from "../../shapes";

export const RECORD_TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** The fields of a domain: shape, statement, and a value of another type where a request may give one. */
export const DOMAIN_FIELDS: { readonly [field: string]: readonly [shape: Shape, says: string, wrong?: unknown] } = {
  id: [isInteger, "A domain has an integer as `id`"],
  domain: [isText, "A domain shows its name as `domain`", 7],
  type: [oneOf("master", "slave"), "A domain is of the type master or slave", 7],
  status: [oneOf("active", "disabled"), "A domain shows whether it is active or disabled", 7],
  description: [orNull(isText), "The description of a domain is text or null", 7],
  group: [isText, "The group of a domain is text", 7],
  tags: [listOf(isText), "The tags of a domain are an array of texts", "one"],
  soa_email: [isText, "The Start of Authority address of a domain is text", 7],
  master_ips: [listOf(isText), "The addresses of the masters of a domain are an array of texts", "203.0.113.53"],
  axfr_ips: [listOf(isText), "The addresses that may transfer a domain are an array of texts", "203.0.113.53"],
  expire_sec: [isInteger, "A domain shows an integer as `expire_sec`", "soon"],
  refresh_sec: [isInteger, "A domain shows an integer as `refresh_sec`", "soon"],
  retry_sec: [isInteger, "A domain shows an integer as `retry_sec`", 1.5],
  ttl_sec: [isInteger, "A domain shows an integer as `ttl_sec`", "soon"],
};

/** The fields of a record: shape, statement, and a value of another type for a record of a type that has the field. */
export const RECORD_FIELDS: {
  readonly [field: string]: readonly [shape: Shape, says: string, type?: RecordType, wrong?: unknown];
} = {
  id: [isInteger, "A record has an integer as `id`"],
  type: [oneOf(...RECORD_TYPES), "A record is of one of the nine types", "A", 1],
  name: [isText, "A record shows its `name` as text", "A", 7],
  target: [isText, "A record shows its `target` as text", "TXT", 7],
  ttl_sec: [isInteger, "A record shows an integer as `ttl_sec`", "A", "soon"],
  priority: [isInteger, "A record shows an integer as `priority`", "MX", "first"],
  weight: [isInteger, "A record shows an integer as `weight`", "SRV", "heavy"],
  port: [isInteger, "A record shows an integer as `port`", "SRV", "sip"],
  service: [orNull(isText), "The `service` of a record is text or null", "SRV", 7],
  protocol: [orNull(isText), "The `protocol` of a record is text or null", "SRV", 6],
  tag: [orNull(oneOf("issue", "issuewild", "iodef")), "The `tag` of a record is one of the three, or null", "CAA", 7],
  created: [isTime, "A record shows when it was created"],
  updated: [isTime, "A record shows when it was last updated"],
};

const objectWith = (fields: { readonly [field: string]: readonly [Shape, ...unknown[]] }): Shape =>
  objectOf(Object.fromEntries(Object.entries(fields).map(([field, [shape]]) => [field, shape])));

export const isDomain = objectWith(DOMAIN_FIELDS);
export const isRecord = objectWith(RECORD_FIELDS);
