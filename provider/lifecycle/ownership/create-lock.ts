import { collectionPath, comparable } from "../state";
import type { Asked } from "../context";
import { withLock } from "../waiting";
import { normalized } from "./identity";

/**
 * Runs creates of lookalikes one after another: a recheck after a lost answer would otherwise find the other's object.
 */
export async function withCreateLock<T>(asked: Asked, work: () => Promise<T>): Promise<T> {
  const { definition, args, context } = asked;
  const asShown = await normalized(asked);
  const looks = definition.identity.by.map((name) => comparable(definition.args[name], asShown[name], asShown) ?? null);
  return withLock(context.memory, `create ${collectionPath(definition, args)} ${JSON.stringify(looks)}`, work);
}
