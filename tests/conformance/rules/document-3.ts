import type { Rule } from "../rule";
import { DOMAIN_RULES } from "./document-3/domain-rules";
import { ENDPOINT_RULES } from "./document-3/endpoints";
import { RECORD_RULES } from "./document-3/record-fields";
import { UNTESTED_RULES } from "./document-3/untested";
import { ZONE_RULES } from "./document-3/zones";

/** Document 3: domains and records. */
export const DOCUMENT_3: readonly Rule[] = [
  ...ENDPOINT_RULES,
  ...DOMAIN_RULES,
  ...ZONE_RULES,
  ...RECORD_RULES,
  ...UNTESTED_RULES,
];
