import { collectionPath, comparable } from "../state";
import type { Asked } from "../context";
import { withLock } from "../waiting";
import { spelled } from "./identity";

/**
 * A lock of the creates of this process that work on objects of the same looks: a check for what a lost answer has made would find
 * another's.
 */
export async function withCreateLock<T>(asked: Asked, work: () => Promise<T>): Promise<T> {
  const { definition, args, context } = asked;
  const asShown = await spelled(asked);
  const looks = definition.identity.by.map((name) => comparable(definition.args[name], asShown[name], asShown) ?? null);
  return withLock(context.memory, `create ${collectionPath(definition, args)} ${JSON.stringify(looks)}`, work);
}
