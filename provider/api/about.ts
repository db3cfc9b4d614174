import type { Values } from "../definition/values";

/** Why an answer is not about the object with this id; undefined for one that is. */
export function aboutAnother(id: string, { id: told }: Values): string | undefined {
  const isId = typeof told === "string" || typeof told === "number";
  return isId && String(told) === id ? undefined : `about an object with the id ${inShort(told)}`;
}

/** A value of the service as a message shows it: it may be anything. */
export function inShort(told: unknown): string {
  return told === undefined ? "none" : JSON.stringify(told).slice(0, 60);
}
