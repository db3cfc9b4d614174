import type { Rule } from "../rule";
import { ACCESS_RULES, ENDPOINT_RULES } from "./document-2/access";
import { BACKUP_RULES } from "./document-2/backups";
import { CREATE_RULES } from "./document-2/create";
import { FIELD_RULES } from "./document-2/fields";
import { LIFECYCLE_RULES } from "./document-2/life";

/** Document 2: managed databases. */
export const DOCUMENT_2: readonly Rule[] = [
  ...ENDPOINT_RULES,
  ...FIELD_RULES,
  ...CREATE_RULES,
  ...LIFECYCLE_RULES,
  ...BACKUP_RULES,
  ...ACCESS_RULES,
];
