import { defineGeneric } from "../definition/definition";
import type { GenericDefinition, IsGiven } from "../definition/definition";
import { collectionPath, objectPath } from "../definition/ids";
import { isApiName } from "../definition/names";
import { anything, fieldsOf, listOf, oneOf, shape, text, word } from "../definition/types";
import type { Failure } from "../definition/types";
import { isObject } from "../definition/values";

/** When an object works (Linode API v4, Introduction). */
export interface ApiObjectReady {
  /** The field of the response that shows it; default `status`. */
  field?: string;
  /** Its values then; at least one. A create and an update wait for one of them. */
  values: string[];
}

/**
 * Inputs of an `ApiObject`: an object of any collection of the API, under the API's own names (Linode API v4, Introduction). Only what `body` declares is
 * compared with the live object; what the service adds is no difference.
 */
export interface ApiObjectArgs {
  /**
   * Path of the collection, as in the API's reference, with the IDs of parents filled in: `/networking/firewalls`, `/vpcs/123/subnets`. A
   * collection that has a resource type of its own, such as `/domains`, is rejected. Changing it replaces the object.
   */
  collection: string;
  /**
   * What the object has to have: the body of the create request, under the API's names, which are in snake_case. Values may be secret. Null
   * counts as omitted. A field that the program removes stays as it is.
   */
  body: Record<string, unknown>;
  /**
   * The field of `body` that is unique in the collection: a create that may have been carried out is found again by it, and a second object
   * with the same value is rejected; default: that of the collection, if known, as `label` of a firewall.
   */
  identifiedBy?: string;
  /**
   * The fields of the response that are the object's ID, in the order in which its path has them: `["region", "label"]` for
   * `/object-storage/buckets/us-east/web`; default `["id"]`, or those of the collection, if known. The path has them as a URL has:
   * `a%20b`. Changing one of them in `body` replaces the object, as does a change of the list, unless the path stays the same.
   */
  idFields?: string[];
  /** Fields of `body` whose change replaces the object; default: those of the collection, if known, as `region` of a volume; otherwise none. */
  replaceOn?: string[];
  /** When the object works; default: as soon as the API has responded, or as the collection is known for. */
  ready?: ApiObjectReady;
  /** Lists in `body` whose order has no meaning, by path: `tags`, `rules.inbound`; default none. */
  unordered?: string[];
  /**
   * Paths that are encrypted in state and never printed, in the response and in `body`: `secret_key`; default none. What the program marks as secret
   * in `body` always is.
   */
  secretOutputs?: string[];
  /** The method of an update: `PUT` by default, `POST`, or `none`, with which every change replaces the object. */
  updateMethod?: "PUT" | "POST" | "none";
  /**
   * Fields of `body` that are updated by a request of their own, below the object's path: `{ rules: "PUT rules" }` sends the value itself, an
   * object, to that path, `{ size: "POST resize" }` an object with the field. After a comma, the request that takes the field away:
   * `{ linode_id: "POST attach, POST detach" }`. Default: none, or those of the collection, if known.
   */
  updatePath?: Record<string, string>;
  /**
   * Fields that the object's own response does not show, with the path below the object that does: `{ access: "access" }`. Each is in `output`,
   * and compared if `body` has it; a create sets it with a request of its own after the POST, by default a PUT to the same path.
   * Default: none, or those of the collection that `body` has, if known.
   */
  read?: Record<string, string>;
}

/** Outputs of an `ApiObject` (Linode API v4, Introduction). */
export interface ApiObjectState extends Pick<ApiObjectArgs, "collection" | "body"> {
  /** The API's last response about the object, whole and under the API's names. */
  output: Record<string, unknown>;
}

const local = { sent: { in: "nowhere" } } as const;
const field = text(1, 100, (name) =>
  isApiName(name) ? undefined : 'must be the name of a field of body, such as "label"',
);
const below = text(1, 100, (path) =>
  /^[a-z_]+$/.test(path) ? undefined : 'must be a path below the object: "access"',
);
const request = text(5, 100, (text) =>
  /^(PUT|POST) [a-z_]+(, (PUT|POST) [a-z_]+)?$/.test(text) ? undefined : 'must be a method and a path: "PUT rules"',
);

/** An object of any collection of the API, under the API's own names (Linode API v4, Introduction). See node_modules/pulumi-compute/docs/guide/api-objects.md. */
export const apiObject: GenericDefinition = defineGeneric<ApiObjectArgs, ApiObjectState>({
  kind: "ApiObject",
  noun: "API object",
  describedIn: "Linode API v4, Introduction",
  collection: "/",
  ids: {
    type: objectPath,
    example: "/networking/firewalls/123",
  },
  args: {
    collection: { ...local, type: collectionPath, required: true, change: { replaces: true } },
    body: { ...local, type: fieldsOf(anything), required: true },
    identifiedBy: { ...local, type: field },
    idFields: { ...local, type: listOf(field) },
    replaceOn: { ...local, type: listOf(field) },
    ready: { ...local, type: shape<ApiObjectReady>({ field: word, values: listOf(word) }) },
    unordered: { ...local, type: listOf(word) },
    secretOutputs: { ...local, type: listOf(word) },
    updateMethod: { ...local, type: oneOf("PUT", "POST", "none") },
    updatePath: { ...local, type: fieldsOf(request) },
    read: { ...local, type: fieldsOf(below) },
  },
  outputs: { from: { output: { field: "output" } } },
  checks: { rules: [listsHaveItems] },
  identity: {
    by: ["collection", "body"],
    title: ({ output }) => (isObject(output) && typeof output.label === "string" ? output.label : ""),
  },
  cost: "nothing is known about its price: see the price list of the service",
  deadlines: { createSec: 20 * 60, updateSec: 20 * 60, deleteSec: 20 * 60 },
});

/** `ready` names at least one value, and `idFields` one field. */
function listsHaveItems({ ready, idFields }: Partial<ApiObjectArgs>, isGiven: IsGiven<ApiObjectArgs>): Failure[] {
  return [
    ...(isObject(ready) && (!isGiven("ready.values") || ready.values?.length === 0)
      ? [{ path: "ready.values", reason: "must have at least one value" }]
      : []),
    ...(idFields?.length === 0 ? [{ path: "idFields", reason: "must have at least one field" }] : []),
  ];
}
