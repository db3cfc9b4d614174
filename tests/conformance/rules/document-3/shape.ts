import type { Shape } from "../../shapes";
import { isInteger, isText, isTime, listOf, objectOf, oneOf, orNull } from "../../shapes";

export const RECORD_TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** The fields of a domain. */
export const DOMAIN_FIELDS: { readonly [field: string]: Shape } = {
  id: isInteger,
  domain: isText,
  type: oneOf("master", "slave"),
  status: oneOf("active", "disabled"),
  description: orNull(isText),
  group: isText,
  tags: listOf(isText),
  soa_email: isText,
  master_ips: listOf(isText),
  axfr_ips: listOf(isText),
  expire_sec: isInteger,
  refresh_sec: isInteger,
  retry_sec: isInteger,
  ttl_sec: isInteger,
};

/** The fields of a record. */
export const RECORD_FIELDS: { readonly [field: string]: Shape } = {
  id: isInteger,
  type: oneOf(...RECORD_TYPES),
  name: isText,
  target: isText,
  ttl_sec: isInteger,
  priority: isInteger,
  weight: isInteger,
  port: isInteger,
  service: orNull(isText),
  protocol: orNull(isText),
  tag: orNull(oneOf("issue", "issuewild", "iodef")),
  created: isTime,
  updated: isTime,
};

export const isDomain = objectOf(DOMAIN_FIELDS);
export const isRecord = objectOf(RECORD_FIELDS);
