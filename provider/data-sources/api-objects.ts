import { collectionPath, idOfParts } from "../definition/ids";
import { fieldsOf, scalar } from "../definition/types";
import { defineDataSource } from "./rule";

/** An object of a collection of the API (Linode API v4, Introduction). */
export interface GetApiObjectResult {
  /** Path of the object, such as `/networking/firewalls/123`: the ID of an `ApiObject` that manages it. Empty if the object has no `id`, and its collection is not known. */
  path: string;
  /** The API's response about the object, whole and under the API's names. */
  output: Record<string, unknown>;
}

/** Selects a collection, and filters its objects; an object must match all of the filter. */
export interface GetApiObjectsArgs {
  /** Path of the collection, with the IDs of parents filled in: `/networking/firewalls`, `/vpcs/123/subnets`. */
  collection: string;
  /** Values that fields of an object must have, under the API's names; a list must contain its value. */
  filter?: Record<string, string | number | boolean> | undefined;
}

/** Selects one object, by its ID or by a filter. */
export interface GetApiObjectArgs extends GetApiObjectsArgs {
  /** ID of the object, a number or a string, as the end of its path has it: `us-east/web` if it has several parts. */
  id?: number | string | undefined;
}

/** The matching objects. */
export interface GetApiObjectsResult {
  /** The objects, in the API's order. */
  objects: GetApiObjectResult[];
}

const noun = "API object";
const filterType = fieldsOf(scalar);

/**
 * One object of any collection of the API, by its ID or by a filter that only it matches (Linode API v4, Introduction). Works without a
 * token where the API does. A collection that has a data source of its own is rejected, with its name.
 * @throws when the object does not exist, no object matches the filter, or several do.
 */
export const getApiObjectRule = defineDataSource<GetApiObjectArgs, GetApiObjectResult>({
  name: "getApiObject",
  path: "{collection}/{id}",
  noun,
  ids: { collection: collectionPath, id: idOfParts(4, 1) },
  knownBy: { name: "filter", type: filterType },
  isGeneric: true,
});

/**
 * The objects of any collection of the API, optionally filtered (Linode API v4, Introduction). Works without a token where the API does. A
 * collection that has a data source of its own is rejected, with its name.
 * @throws when the collection, or the object that it belongs to, does not exist.
 */
export const getApiObjectsRule = defineDataSource<GetApiObjectsArgs, GetApiObjectsResult>({
  name: "getApiObjects",
  path: "{collection}",
  noun,
  ids: { collection: collectionPath },
  list: { as: "objects", by: { filter: { type: filterType } } },
  isGeneric: true,
});
