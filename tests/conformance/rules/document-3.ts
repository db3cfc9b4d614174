import type { Rule } from "../rule";
import { DOMAIN_DEFAULT_RULES } from "./document-3/domain-defaults";
import { DOMAIN_FIELD_RULES } from "./document-3/domain-fields";
import { DOMAIN_RULES } from "./document-3/domain-rules";
import { ENDPOINT_RULES } from "./document-3/endpoints";
import { RECORD_FIELD_RULES } from "./document-3/record-fields";
import { RECORD_LIMIT_RULES } from "./document-3/record-limits";
import { RECORD_TYPE_RULES } from "./document-3/record-types";
import { UNTESTED_RULES } from "./document-3/untested";
import { ZONE_RULES } from "./document-3/zones";

/** Document 3: domains and records. */
export const DOCUMENT_3: readonly Rule[] = [
  ...ENDPOINT_RULES,
  ...DOMAIN_FIELD_RULES,
  ...DOMAIN_DEFAULT_RULES,
  ...DOMAIN_RULES,
  ...ZONE_RULES,
  ...RECORD_FIELD_RULES,
  ...RECORD_TYPE_RULES,
  ...RECORD_LIMIT_RULES,
  ...UNTESTED_RULES,
];
