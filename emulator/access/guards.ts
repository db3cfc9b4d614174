import type { GrantKind, Permissions } from "../state/rows/account";

/** Who may call a route, in the words of the documents. */
export interface Guard {
  /** Scopes that the token needs, all of them. */
  readonly scopes: readonly string[];
  /** A request without credentials, or without the scopes, is served, too; a wrong token is still refused. */
  readonly anonymous?: true;
  /** Account-wide grant that a restricted user needs, for example `add_computes`. */
  readonly grant?: string;
  /** What a restricted user must be granted on the object that the path names. */
  readonly object?: { readonly kind: GrantKind; readonly permissions: Permissions; readonly param: string };
  /** Restricted users are refused. */
  readonly unrestricted?: true;
}

/** Who may call a route: anyone (`public`), or the holder of a token. */
export type Access = "public" | Guard;

/** The usual guards of one kind of object. */
export interface Guards {
  /** Many objects: a restricted user sees only its own. */
  readonly list: Guard;
  /** One object, to read. */
  readonly view: Guard;
  /** One object, to change. */
  readonly change: Guard;
  /** A new object. */
  readonly create: Guard;
}

/**
 * The usual guards of a kind of object.
 * @param scope group of the scopes, for example `computes`
 * @param grant account-wide grant for creating, for example `add_computes`
 * @param param path parameter that holds the object's id
 */
function guardsOf(kind: GrantKind, scope: string, grant: string, param = "id"): Guards {
  const read = { scopes: [`${scope}:read_only`] };
  const write = { scopes: [`${scope}:read_write`] };
  return {
    list: read,
    view: { ...read, object: { kind, permissions: "read_only", param } },
    change: { ...write, object: { kind, permissions: "read_write", param } },
    create: { ...write, grant },
  };
}

/** Guards of instances, and of everything below one (Linode API v4, Access and Authentication). */
export const INSTANCES = guardsOf("instance", "computes", "add_computes");

/** Guards of private images (Linode API v4, Access and Authentication). */
export const IMAGES = guardsOf("image", "images", "add_images", "imageId");

/** Guards of domains and their records (Linode API v4, Access and Authentication). */
export const DOMAINS = guardsOf("domain", "domains", "add_domains");

/** Guards of databases (Linode API v4, Access and Authentication). */
export const DATABASES = guardsOf("database", "databases", "add_databases");
