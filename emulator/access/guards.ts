import type { ObjectGrant } from "../public-types";

/** Resource types that can be granted to a restricted user. */
export type GrantKind = ObjectGrant["kind"];

/** Access level of a grant. */
export type Permissions = "read_only" | "read_write";

/** Requirements for calling a route, with scopes and grants named as in the documents. */
export interface Guard {
  /** The token must have all of these scopes. */
  readonly scopes: readonly string[];
  /** Whether requests without credentials or without the scopes are allowed, too. An unknown token is still rejected. */
  readonly anonymous?: true;
  /** Account-wide grant that a restricted user needs, for example `add_computes`. */
  readonly grant?: string;
  /** Grant that a restricted user needs on the resource in the path. */
  readonly object?: { readonly kind: GrantKind; readonly permissions: Permissions; readonly param: string };
  /** Whether restricted users are rejected. */
  readonly unrestricted?: true;
}

/** Who may call a route: anyone (`public`), or callers that meet the requirements. */
export type Access = "public" | Guard;

/** The usual guards of one resource type. */
export interface Guards {
  /** The list contains only the resources that the user may read. */
  readonly list: Guard;
  readonly view: Guard;
  readonly change: Guard;
  readonly create: Guard;
}

/**
 * @param scope group of the scopes, for example `computes`
 * @param grant account-wide grant for creating, for example `add_computes`; default: none is needed
 * @param param path parameter with the resource's ID
 */
export function guardsOf(kind: GrantKind, scope: string, grant?: string, param = "id"): Guards {
  const read = { scopes: [`${scope}:read_only`] };
  const write = { scopes: [`${scope}:read_write`] };
  return {
    list: read,
    view: { ...read, object: { kind, permissions: "read_only", param } },
    change: { ...write, object: { kind, permissions: "read_write", param } },
    create: { ...write, ...(grant !== undefined && { grant }) },
  };
}

/** Guards of instances and everything that belongs to one (Linode API v4, Access and Authentication). */
export const INSTANCES = guardsOf("instance", "computes", "add_computes");

/** Guards of private images (Linode API v4, Access and Authentication). */
export const IMAGES = guardsOf("image", "images", "add_images", "imageId");

/** Guards of domains and their records (Linode API v4, Access and Authentication). */
export const DOMAINS = guardsOf("domain", "domains", "add_domains");

/** Guards of databases (Linode API v4, Access and Authentication). */
export const DATABASES = guardsOf("database", "databases", "add_databases");
