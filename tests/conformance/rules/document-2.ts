import type { Rule } from "../rule";
import { ACCESS_RULES, ENDPOINT_RULES } from "./document-2/access";
import { AUTOMATIC_BACKUP_RULES, BACKUP_RULES, SNAPSHOT_RULES } from "./document-2/backups";
import { CREATE_RULES, DEFAULT_RULES } from "./document-2/create";
import { ENGINE_RULES, FIELD_RULES, FILTER_RULES } from "./document-2/fields";
import { LIFECYCLE_RULES, STATE_RULES } from "./document-2/life";
import { UNTESTED_RULES } from "./document-2/untested";
import { OPERATION_RULES, UPDATE_RULES } from "./document-2/update";

/** Document 2: managed databases. */
export const DOCUMENT_2: readonly Rule[] = [
  ...ENDPOINT_RULES,
  ...ENGINE_RULES,
  ...FIELD_RULES,
  ...FILTER_RULES,
  ...DEFAULT_RULES,
  ...CREATE_RULES,
  ...UPDATE_RULES,
  ...LIFECYCLE_RULES,
  ...STATE_RULES,
  ...BACKUP_RULES,
  ...AUTOMATIC_BACKUP_RULES,
  ...SNAPSHOT_RULES,
  ...OPERATION_RULES,
  ...ACCESS_RULES,
  ...UNTESTED_RULES,
];
