import type { Rule } from "../rule";
import { AUTHENTICATION_RULES } from "./document-1/authentication";
import { BACKUP_RULES } from "./document-1/backups-and-clones";
import { CONVENTION_RULES } from "./document-1/conventions";
import { FILTER_RULES } from "./document-1/filters";
import { IMAGE_RULES } from "./document-1/images";
import { INSTANCE_CHANGE_RULES, INSTANCE_FIELD_RULES } from "./document-1/instances";
import { INSTANCE_CREATE_RULES } from "./document-1/instance-create";
import { LIMIT_RULES } from "./document-1/limits";
import { REGION_RULES } from "./document-1/regions";
import { STACKSCRIPT_RULES } from "./document-1/stackscripts";

/** Every rule of document 1: instances, regions, images, and the conventions of all documents. */
export const DOCUMENT_1: readonly Rule[] = [
  ...CONVENTION_RULES,
  ...INSTANCE_FIELD_RULES,
  ...FILTER_RULES,
  ...INSTANCE_CREATE_RULES,
  ...STACKSCRIPT_RULES,
  ...INSTANCE_CHANGE_RULES,
  ...BACKUP_RULES,
  ...REGION_RULES,
  ...IMAGE_RULES,
  ...AUTHENTICATION_RULES,
  ...LIMIT_RULES,
];
