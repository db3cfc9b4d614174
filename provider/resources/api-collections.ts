import type { Values } from "../definition/values";

/** The inputs of an `ApiObject` that may be known of its collection. */
export interface KnownInputs {
  readonly identifiedBy?: string;
  readonly idFields?: readonly string[];
  readonly replaceOn?: readonly string[];
  readonly ready?: { readonly field?: string; readonly values: readonly string[] };
  readonly unordered?: readonly string[];
  readonly updatePath?: Readonly<Record<string, string>>;
  readonly read?: Readonly<Record<string, string>>;
}

/** What is known of a collection, where the program does not say otherwise. */
interface KnownCollection extends KnownInputs {
  /** For messages: "firewall". */
  readonly noun: string;
}

const READY_WHEN_ACTIVE = { field: "status", values: ["active"] };
const named = (noun: string, more: Partial<KnownCollection> = {}): KnownCollection => ({
  noun,
  identifiedBy: "label",
  ...more,
});

/** By path, in which `{}` stands for the ID of a parent (Linode API v4, Introduction). */
export const KNOWN_COLLECTIONS: Readonly<Record<string, KnownCollection>> = {
  "/networking/firewalls": named("firewall", { updatePath: { rules: "PUT rules" } }),
  "/networking/reserved/ips": { noun: "reserved address", idFields: ["address"], replaceOn: ["region"] },
  "/volumes": named("volume", {
    replaceOn: ["region"],
    ready: READY_WHEN_ACTIVE,
    unordered: ["tags"],
    updatePath: { size: "POST resize", linode_id: "POST attach, POST detach" },
  }),
  "/vpcs": named("VPC", { replaceOn: ["region"] }),
  "/vpcs/{}/subnets": named("subnet", { replaceOn: ["ipv4"] }),
  "/nodebalancers": named("NodeBalancer", { replaceOn: ["region"], unordered: ["tags"] }),
  "/nodebalancers/{}/configs": { noun: "NodeBalancer config", identifiedBy: "port" },
  "/nodebalancers/{}/configs/{}/nodes": named("NodeBalancer node"),
  "/object-storage/buckets": {
    noun: "bucket",
    idFields: ["region", "label"],
    replaceOn: ["endpoint_type", "s3_endpoint"],
    read: { access: "access" },
  },
  "/account/users": { noun: "user", idFields: ["username"], replaceOn: ["email"], read: { grants: "grants" } },
  "/profile/sshkeys": named("SSH key", { replaceOn: ["ssh_key"] }),
  // The list contains those that others have published, so labels repeat.
  "/compute/stackscripts": { noun: "StackScript", unordered: ["images"] },
  "/placement/groups": named("placement group", { replaceOn: ["region"] }),
  "/compute/instances/{}/configs": named("instance config"),
  "/compute/instances/{}/disks": named("disk", { ready: { field: "status", values: ["ready"] } }),
};

const ID = ["id"];

/** How objects are handled: what the program says, or what is known of the collection, or what the API usually does. */
export interface Handling
  extends Pick<KnownInputs, "ready">, Required<Pick<KnownInputs, "idFields" | "replaceOn" | "unordered">> {
  readonly noun: string;
  readonly updateMethod: string | undefined;
  /** Fields that no two objects have in common; undefined if nothing is known to be unique. */
  readonly uniqueBy: readonly string[] | undefined;
  /** Fields that have a path of their own, with that path. */
  readonly parts: ReadonlyMap<string, string>;
  /** The requests that set, and that take away, the fields that have requests of their own. */
  readonly requests: ReadonlyMap<string, readonly string[]>;
}

/** @param form the collection's path, in which `{}` stands for the ID of a parent */
export function handlingOf(
  form: string,
  given: KnownInputs & { readonly updateMethod?: string },
  body: Values,
): Handling {
  const known = KNOWN_COLLECTIONS[form];
  const isInBody = (name: string | undefined): boolean => name !== undefined && Object.hasOwn(body, name);
  const {
    identifiedBy = isInBody(known?.identifiedBy) ? known?.identifiedBy : undefined,
    idFields = known?.idFields ?? ID,
    ready = known?.ready,
    // What only some objects have is read for those that declare it.
    read = Object.fromEntries(Object.entries(known?.read ?? {}).filter(([name]) => isInBody(name))),
    replaceOn = known?.replaceOn ?? [],
    unordered = known?.unordered ?? [],
    updateMethod,
    updatePath = known?.updatePath ?? {},
  } = given;
  const parts = new Map(Object.entries(read));
  const requests = new Map(Object.entries(updatePath).map(([name, request]) => [name, request.split(", ")]));
  for (const [name, path] of parts) if (!requests.has(name)) requests.set(name, [`PUT ${path}`]);
  return {
    noun: known?.noun ?? `object in ${form.replaceAll("{}", "…")}`,
    idFields,
    parts,
    requests,
    unordered,
    // The path of an object does not change.
    replaceOn: [...replaceOn, ...idFields],
    // So is a path.
    uniqueBy: identifiedBy === undefined ? (idFields.every(isInBody) ? idFields : undefined) : [identifiedBy],
    ...(ready && { ready }),
    updateMethod,
  };
}

/**
 * How many parts of an object's path are its own ID, by what is known of collections.
 * @param form the path, in which `{}` stands for the ID of a parent
 */
export function ownPartsIn(form: string): number {
  const parts = form.split("/");
  const lengths = [...new Set(Object.values(KNOWN_COLLECTIONS).map(({ idFields = ID }) => idFields.length))];
  const isIt = (length: number): boolean =>
    KNOWN_COLLECTIONS[parts.slice(0, -length).join("/")]?.idFields?.length === length;
  return lengths.find(isIt) ?? 1;
}
