import type { Rule } from "../rule";
import { AUTHENTICATION_RULES } from "./document-1/authentication";
import { BACKUP_RULES } from "./document-1/backups";
import { BOOT_RULES } from "./document-1/boot";
import { CLONE_RULES } from "./document-1/clone";
import { CONVENTION_RULES } from "./document-1/conventions";
import { CREATION_MODE_RULES } from "./document-1/creation-modes";
import { FILTER_RULES } from "./document-1/filters";
import { IMAGE_RULES } from "./document-1/images";
import { INSTANCE_CREATE_RULES } from "./document-1/instance-create";
import { INSTANCE_DELETE_RULES } from "./document-1/instance-delete";
import { INSTANCE_FIELD_RULES } from "./document-1/instance-fields";
import { INSTANCE_LOGIN_RULES } from "./document-1/instance-login";
import { INSTANCE_STATE_RULES } from "./document-1/instance-states";
import { INSTANCE_UPDATE_RULES } from "./document-1/instance-update";
import { INTERFACE_RULES } from "./document-1/interfaces";
import { LIMIT_RULES } from "./document-1/limits";
import { REGION_RULES } from "./document-1/regions";
import { RESTORE_RULES } from "./document-1/restore";
import { STACKSCRIPT_RULES } from "./document-1/stackscripts";

/** Every rule of document 1: instances, regions, images, and the conventions of all documents. */
export const DOCUMENT_1: readonly Rule[] = [
  ...CONVENTION_RULES,
  ...INSTANCE_FIELD_RULES,
  ...FILTER_RULES,
  ...INSTANCE_CREATE_RULES,
  ...INSTANCE_LOGIN_RULES,
  ...STACKSCRIPT_RULES,
  ...CREATION_MODE_RULES,
  ...INTERFACE_RULES,
  ...INSTANCE_UPDATE_RULES,
  ...INSTANCE_STATE_RULES,
  ...INSTANCE_DELETE_RULES,
  ...BOOT_RULES,
  ...BACKUP_RULES,
  ...RESTORE_RULES,
  ...CLONE_RULES,
  ...REGION_RULES,
  ...IMAGE_RULES,
  ...AUTHENTICATION_RULES,
  ...LIMIT_RULES,
];
