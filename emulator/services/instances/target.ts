import type { Problems } from "../../interface/errors";
import { requireUse } from "../../access/grants";
import type { Call } from "../../interface/router";
import type { InstanceRow } from "./rows";
import { instances } from "./rows";
import { integer, parse } from "../../interface/validation";
import type { World } from "../../world";
import { INSTANCE } from "./state";

/** The field with the ID of a target instance: `compute_id`, with the brand. */
export function targetField(world: World): string {
  return world.brand.name("_id");
}

/**
 * The target instance in the body, if there is one.
 * @throws ErrorResponse 403 when a restricted user may not change it.
 */
export function readTarget(world: World, call: Call, problems: Problems): InstanceRow | undefined {
  const field = targetField(world);
  const id = parse({ [field]: integer() }, call.body, problems)[field];
  if (id === undefined) return undefined;
  const row = instances.in(world).get(id);
  if (row === undefined) problems.add(field, `${field} is not valid`);
  else requireUse(world, call, INSTANCE, row.id, "read_write");
  return row;
}
