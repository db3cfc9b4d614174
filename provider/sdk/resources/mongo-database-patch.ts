import { mongoDatabasePatch } from "../../resources/mongo-database-actions";
import type { MongoDatabasePatchArgs as Plain, MongoDatabasePatchState } from "../../resources/mongo-database-actions";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MongoDatabasePatchState } from "../../resources/mongo-database-actions";

/** Inputs of a `MongoDatabasePatch`. */
export type MongoDatabasePatchArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * Applies operating system security patches to a MongoDB database (Linode API v4, Managed MongoDB Database Patch), once, and again when
 * an input changes. A create waits until the database is active, and then until it is active again, for up to 30 minutes. A cluster of
 * one node is unavailable in the meantime.
 *
 *     new compute.MongoDatabasePatch("may", { databaseId: database.id, triggers: ["2024-05"] });
 *
 * Deleting the resource only removes it from state. A `MongoDatabasePatch` cannot be imported.
 */
export class MongoDatabasePatch extends resourceClass<
  MongoDatabasePatch,
  MongoDatabasePatchArgs,
  MongoDatabasePatchState
>(mongoDatabasePatch) {}
