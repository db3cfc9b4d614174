import type { ActionDefinition } from "../definition/action";
import { instanceClone } from "./instance-clone";
import { instanceRestore } from "./instance-restore";
import { instanceSnapshot } from "./instance-snapshot";
import { mongoDatabaseBackup } from "./mongo-database-backup";
import { mongoCredentialsReset, mongoDatabasePatch, mongoDatabaseRestore } from "./mongo-database-actions";

/** All kinds for something that is done once. */
export const actions: readonly ActionDefinition[] = [
  instanceSnapshot,
  instanceRestore,
  instanceClone,
  mongoDatabaseBackup,
  mongoDatabaseRestore,
  mongoCredentialsReset,
  mongoDatabasePatch,
];
