import { isAction, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import { domain } from "./domain";
import { domainRecord } from "./domain-record";
import { domainRecordSet } from "./domain-record-set";
import { image } from "./image";
import { instance } from "./instance";
import { instanceClone } from "./instance-clone";
import { instanceRestore } from "./instance-restore";
import { instanceSnapshot } from "./instance-snapshot";
import { mongoDatabase } from "./mongo-database";
import { mongoCredentialsReset, mongoDatabasePatch, mongoDatabaseRestore } from "./mongo-database-actions";
import { mongoDatabaseBackup } from "./mongo-database-backup";
import { mysqlDatabase } from "./mysql-database";

/** The definitions of all resource types. */
export const kinds: readonly Definition[] = [
  instance,
  domain,
  domainRecord,
  mongoDatabase,
  mysqlDatabase,
  image,
  domainRecordSet,
  instanceSnapshot,
  instanceRestore,
  instanceClone,
  mongoDatabaseBackup,
  mongoDatabaseRestore,
  mongoCredentialsReset,
  mongoDatabasePatch,
];

/** Resource types for something that is done once. */
export const actions = kinds.filter(isAction);

/** Resource types that represent several cloud resources at once. */
export const sets = kinds.filter((kind) => recordsOf(kind) !== undefined);

/** Resource types of single cloud resources. */
export const objects = kinds.filter((kind) => !isAction(kind) && !recordsOf(kind));

export function definitionOf(kind: string): Definition {
  const definition = kinds.find((candidate) => candidate.kind === kind);
  if (!definition) {
    const known = kinds.map((one) => one.kind).join(", ");
    throw new Error(
      `This version of pulumi-compute has no resource type "${kind}". Install a newer version. Available: ${known}.`,
    );
  }
  return definition;
}
