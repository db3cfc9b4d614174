import type { Definition } from "./definition";
import type { Values } from "./values";

/** Display name of a resource, such as its label. Not unique; empty if it has none. */
export function titleOf({ identity }: Definition, state: Values): string {
  const title = identity.title?.(state) ?? state[identity.by[0] ?? "label"];
  return typeof title === "string" ? title : "";
}
