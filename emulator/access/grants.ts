import type { Access, GrantKind, Permissions } from "./guards";
import type { Principal } from "./auth";
import type { ErrorResponse, Problems } from "../interface/errors";
import { failure } from "../interface/errors";
import type { Call } from "../interface/router";
import { kind as kindOf } from "../state/kind";
import { privateImageNumber } from "../services/images/rows";
import type { Row } from "../state/table";
import type { World } from "../world";

/** A grant on a resource that the restricted user has created. */
export interface GrantRow extends Row {
  readonly username: string;
  readonly kind: GrantKind;
  readonly object_id: number;
  readonly permissions: Permissions;
}

export const grants = kindOf<GrantRow>({
  table: "grants",
  noun: "grant",
  firstId: 1,
  indexes: { object: (row) => [`${row.kind}/${row.object_id}`] },
});

/** The account-wide grants, and the resource types with grants, in the documents (Linode API v4, Access and Authentication). */
const DOCUMENTED_GRANTS: ReadonlySet<string> = new Set(["add_computes", "add_databases"]);
const DOCUMENTED_OBJECTS: ReadonlySet<GrantKind> = new Set(["database"]);

/**
 * Checks the grants of a restricted user (Linode API v4, Access and Authentication).
 * @throws ErrorResponse 403 when a grant is missing.
 */
export function authorizeUser(world: World, access: Access, principal: Principal | undefined, call: Call): void {
  if (access === "public" || principal === undefined || !principal.restricted) return;
  const { grant, object } = access;
  const needsGrant = grant !== undefined && isNeeded(world, DOCUMENTED_GRANTS, grant);
  if (access.unrestricted === true || (needsGrant && !holdsGrant(world, grant, principal))) throw unauthorized();
  if (object === undefined) return;
  const param = call.params[object.param] ?? "";
  // The route handles an invalid ID or a missing resource.
  const id = (object.kind === "image" ? privateImageNumber(param) : Number(param)) ?? Number.NaN;
  const exists = world.store.find(object.kind, id) !== undefined;
  if (exists) requireUse(world, call, object.kind, id, object.permissions);
}

/** @throws ErrorResponse 403 when the caller may not use the resource. */
export function requireUse(world: World, call: Call, kind: GrantKind, id: number, permissions: Permissions): void {
  if (!mayUse(world, call.principal, kind, id, permissions)) throw unauthorized();
}

/** Whether the caller may use a resource. Unrestricted users may use all. */
export function mayUse(
  world: World,
  principal: Principal | undefined,
  kind: GrantKind,
  id: number,
  permissions: Permissions,
): boolean {
  if (principal === undefined) return false;
  if (!principal.restricted || !isNeeded(world, DOCUMENTED_OBJECTS, kind)) return true;
  const given = principal.objects.filter((grant) => grant.kind === kind && grant.id === id);
  const owned = grants
    .in(world)
    .by("object", `${kind}/${id}`)
    .filter((row) => row.username === principal.username);
  return [...given, ...owned].some((grant) => permissions === "read_only" || grant.permissions === "read_write");
}

/** The rows that the caller may see in a list. */
export function visible<R extends Row>(world: World, call: Call, kind: GrantKind, rows: Iterable<R>): Iterable<R> {
  const { principal } = call;
  if (principal?.restricted === false) return rows;
  return [...rows].filter((row) => mayUse(world, principal, kind, row.id, "read_only"));
}

/** Whether a grant is required. If only documented rules apply, only documented grants are. */
function isNeeded<T>({ documentedOnly }: World, documented: ReadonlySet<T>, grant: T): boolean {
  return !documentedOnly || documented.has(grant);
}

/** Grants a restricted user access to a resource that the user has created. */
export function grantToCreator(world: World, call: Call, kind: GrantKind, id: number): void {
  if (call.principal?.restricted !== true) return;
  const { username } = call.principal;
  grants.in(world).add({ username, kind, object_id: id, permissions: "read_write" });
}

/** Deletes the grants on a deleted object. */
export function forgetGrants(world: World, noun: string, id: number): void {
  for (const row of grants.in(world).by("object", `${noun}/${id}`)) grants.in(world).delete(row.id);
}

/** Adds a problem if a restricted user adds or modifies tags (Linode API v4, Linode Create). */
export function checkTags(
  call: Call,
  before: readonly string[],
  after: readonly string[] | undefined,
  problems: Problems,
): void {
  if (call.principal?.restricted !== true || after === undefined) return;
  const isSame = before.length === after.length && before.every((tag, index) => tag === after[index]);
  if (!isSame) problems.add("tags", "Only unrestricted users may add or modify tags");
}

/** Whether a user has an account-wide grant, under its documented name or with the brand. */
export function holdsGrant(world: World, grant: string, principal: Principal): boolean {
  return principal.grants.some((held) => held === grant || held === world.brand.scope(grant));
}

export function unauthorized(): ErrorResponse {
  return failure(403, "Unauthorized");
}
