import { forgetGrants } from "../access/grants";
import type { Kind } from "../state/kind";
import type { World } from "../world";

/**
 * Deletes an object immediately, with its jobs, its grants and everything that belongs to it
 * (Linode API v4, Linode Delete and Domain Delete).
 */
export function removeObject(world: World, kind: Kind, id: number): void {
  for (const below of world.store.below(kind)) {
    for (const row of world.store.table(below).by(below.of?.index ?? "", id)) removeObject(world, below, row.id);
  }
  world.progress.forget(kind.noun, id);
  forgetGrants(world, kind.noun, id);
  world.store.table(kind).delete(id);
}
