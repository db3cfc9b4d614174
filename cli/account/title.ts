import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";

/** What people call an object of the account, such as its label; not unique, and empty for none. */
export function titleOf({ identity }: Definition, state: Values): string {
  const title = identity.title?.(state) ?? state[identity.by[0] ?? "label"];
  return typeof title === "string" ? title : "";
}
