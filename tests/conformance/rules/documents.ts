import { AUTHENTICATION_RULES } from "./document-1/authentication";
import { BACKUP_RULES as INSTANCE_BACKUP_RULES } from "./document-1/backups-and-clones";
import { CONVENTION_RULES, FILTER_RULES, LIMIT_RULES } from "./document-1/conventions";
import { IMAGE_RULES } from "./document-1/images";
import { INSTANCE_CHANGE_RULES, INSTANCE_FIELD_RULES } from "./document-1/instances";
import { INSTANCE_CREATE_RULES, STACKSCRIPT_RULES } from "./document-1/instance-create";
import { REGION_RULES } from "./document-1/regions";
import { ACCESS_RULES, ENDPOINT_RULES as DATABASE_ENDPOINT_RULES } from "./document-2/access";
import { BACKUP_RULES as DATABASE_BACKUP_RULES } from "./document-2/backups";
import { CREATE_RULES } from "./document-2/create";
import { FIELD_RULES } from "./document-2/fields";
import { LIFECYCLE_RULES } from "./document-2/life";
import { DOMAIN_RULES } from "./document-3/domain-rules";
import { ENDPOINT_RULES as DOMAIN_ENDPOINT_RULES, ZONE_RULES } from "./document-3/endpoints";
import { RECORD_RULES } from "./document-3/record-fields";
import { UNTESTED_RULES } from "./document-3/untested";

/** Every rule of the documents. Document 1 also has the conventions of all of them. */
export const DOCUMENTS = [
  {
    title: "Document 1: instances, regions, images",
    rules: [
      ...CONVENTION_RULES,
      ...INSTANCE_FIELD_RULES,
      ...FILTER_RULES,
      ...INSTANCE_CREATE_RULES,
      ...STACKSCRIPT_RULES,
      ...INSTANCE_CHANGE_RULES,
      ...INSTANCE_BACKUP_RULES,
      ...REGION_RULES,
      ...IMAGE_RULES,
      ...AUTHENTICATION_RULES,
      ...LIMIT_RULES,
    ],
  },
  {
    title: "Document 2: databases",
    rules: [
      ...DATABASE_ENDPOINT_RULES,
      ...FIELD_RULES,
      ...CREATE_RULES,
      ...LIFECYCLE_RULES,
      ...DATABASE_BACKUP_RULES,
      ...ACCESS_RULES,
    ],
  },
  {
    title: "Document 3: domains",
    rules: [...DOMAIN_ENDPOINT_RULES, ...DOMAIN_RULES, ...ZONE_RULES, ...RECORD_RULES, ...UNTESTED_RULES],
  },
] as const;
