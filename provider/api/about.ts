import type { Values } from "../definition/values";

/** Why an answer is not about the object with this id; undefined for one that is. */
export function aboutAnother(id: string, { id: answered }: Values): string | undefined {
  const isId = typeof answered === "string" || typeof answered === "number";
  return isId && String(answered) === id ? undefined : `for an object with the id ${inShort(answered)}`;
}

/** A value from the service, shortened for a message: it may be anything. */
export function inShort(answered: unknown): string {
  return answered === undefined ? "none" : JSON.stringify(answered).slice(0, 60);
}
