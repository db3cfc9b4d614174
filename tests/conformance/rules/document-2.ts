import type { Rule } from "../rule";
import { ACCESS_RULES } from "./document-2/access";
import { AUTOMATIC_BACKUP_RULES } from "./document-2/automatic-backups";
import { BACKUP_RULES } from "./document-2/backups";
import { CREATE_RULES } from "./document-2/create";
import { DEFAULT_RULES } from "./document-2/defaults";
import { ENDPOINT_RULES } from "./document-2/endpoints";
import { ENGINE_RULES } from "./document-2/engines";
import { FIELD_RULES } from "./document-2/fields";
import { FILTER_RULES } from "./document-2/filters";
import { LIFECYCLE_RULES } from "./document-2/lifecycle";
import { OPERATION_RULES } from "./document-2/operations";
import { SNAPSHOT_RULES } from "./document-2/snapshots";
import { STATE_RULES } from "./document-2/states";
import { UNTESTED_RULES } from "./document-2/untested";
import { UPDATE_RULES } from "./document-2/update";

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
