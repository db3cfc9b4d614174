import { withoutUnset } from "../definition/values";
import type { Values } from "../definition/values";
import type { ApiObjectArgs } from "./api-object";

/** The inputs of an `ApiObject` that may be known of its collection. */
export type KnownInputs = Omit<ApiObjectArgs, "collection" | "body" | "secretOutputs">;

const READY_WHEN_ACTIVE = { field: "status", values: ["active"] };
const LABELLED = { identifiedBy: "label" };

/** By path, in which `{}` stands for the ID of a parent (Linode API v4, Introduction). */
export const KNOWN_COLLECTIONS: Readonly<Record<string, KnownInputs>> = {
  "/networking/firewalls": { ...LABELLED, updatePath: { rules: "PUT rules" } },
  "/networking/reserved/ips": { idFields: ["address"], replaceOn: ["region"] },
  "/volumes": {
    ...LABELLED,
    replaceOn: ["region"],
    ready: READY_WHEN_ACTIVE,
    unordered: ["tags"],
    updatePath: { size: "POST resize", linode_id: "POST attach, POST detach" },
  },
  "/vpcs": { ...LABELLED, replaceOn: ["region"] },
  "/vpcs/{}/subnets": { ...LABELLED, replaceOn: ["ipv4"] },
  "/nodebalancers": { ...LABELLED, replaceOn: ["region"], unordered: ["tags"] },
  "/nodebalancers/{}/configs": { identifiedBy: "port" },
  "/nodebalancers/{}/configs/{}/nodes": LABELLED,
  "/object-storage/buckets": {
    idFields: ["region", "label"],
    replaceOn: ["endpoint_type", "s3_endpoint"],
    read: { access: "access" },
  },
  "/account/users": { idFields: ["username"], replaceOn: ["email"], read: { grants: "grants" } },
  "/profile/sshkeys": { ...LABELLED, replaceOn: ["ssh_key"] },
  // The list contains those that others have published, so labels repeat.
  "/compute/stackscripts": { unordered: ["images"] },
  "/placement/groups": { ...LABELLED, replaceOn: ["region"] },
  "/compute/instances/{}/configs": LABELLED,
  "/compute/instances/{}/disks": { ...LABELLED, ready: { field: "status", values: ["ready"] } },
};

const ID = ["id"];

/** How objects are handled: what the program says, or what is known of the collection, or what the API usually does. */
export type Handling = ReturnType<typeof handlingOf>;

/** @param form the collection's path, in which `{}` stands for the ID of a parent */
export function handlingOf(form: string, given: KnownInputs, body: Values) {
  const { identifiedBy: label = "", read: shown = {}, ...known } = KNOWN_COLLECTIONS[form] ?? {};
  const isInBody = (name: string): boolean => Object.hasOwn(body, name);
  const { identifiedBy, idFields, read, replaceOn, updatePath, ...others } = {
    idFields: ID,
    replaceOn: [],
    unordered: [],
    updatePath: {},
    // What only some objects have is read for those that declare it.
    read: Object.fromEntries(Object.entries(shown).filter(([name]) => isInBody(name))),
    ...(isInBody(label) && { identifiedBy: label }),
    ...known,
    ...(withoutUnset(given) as KnownInputs),
  };
  const parts = new Map(Object.entries(read));
  const apart = Array.from(parts, ([name, path]): [string, string] => [name, `PUT ${path}`]);
  const requests = [...apart, ...Object.entries(updatePath)];
  return {
    ...others,
    idFields,
    /** Fields that have a path of their own, with that path. */
    parts,
    /** The requests that set, and that take away, the fields that have requests of their own. */
    requests: new Map(requests.map(([name, request]) => [name, request.split(", ")])),
    // The path of an object does not change.
    replaceOn: [...replaceOn, ...idFields],
    /** Fields that no two objects have in common: a path is one, too; undefined if nothing is known to be unique. */
    uniqueBy: identifiedBy === undefined ? (idFields.every(isInBody) ? idFields : undefined) : [identifiedBy],
  };
}

/**
 * How many parts of an object's path are its own ID, by what is known of collections.
 * @param form the path, in which `{}` stands for the ID of a parent
 */
export function ownPartsIn(form: string): number {
  const known = Object.entries(KNOWN_COLLECTIONS).find(
    ([path, { idFields = ID }]) => path === form.split("/").slice(0, -idFields.length).join("/"),
  );
  return known?.[1].idFields?.length ?? 1;
}
