import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { comparable } from "../state/equality";
import type { Context } from "../state/context";
import { spelled } from "./identity";
import { collectionPath } from "../state/ids";
import { inTurn } from "../waiting/locks";

/**
 * Does the work while no other create of this process works on an object that looks the same: a look for what a lost answer has
 * made would find the other's.
 */
export async function alone<T>(
  definition: Definition,
  args: Values,
  context: Context,
  work: () => Promise<T>,
): Promise<T> {
  const { by } = definition.identity;
  const asShown = await spelled(definition, args, context);
  const looks = by.map((name) => comparable(definition.args[name], asShown[name], asShown) ?? null);
  return inTurn(context.memory, `create ${collectionPath(definition, args)} ${JSON.stringify(looks)}`, work);
}
