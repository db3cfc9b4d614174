import type { Failure } from "../arguments/types";
import type { Definition, Origin, Values } from "../definition";

/** The origin that the arguments ask for; undefined for an ordinary create. */
export function originOf({ origins = {} }: Definition, args: Values): Origin | undefined {
  return Object.entries(origins).find(([name]) => args[name] !== undefined)?.[1];
}

/**
 * An origin only ever mattered to the create, so one that the program no longer gives is kept, as long as the object is: giving
 * it again is no change either.
 */
export function keepOrigin(definition: Definition, olds: Values, news: Values): Values {
  if (originOf(definition, news)) return news;
  const kept = Object.keys(definition.origins ?? {}).filter((name) => olds[name] !== undefined);
  return kept.length > 0 ? { ...news, ...Object.fromEntries(kept.map((name) => [name, olds[name]])) } : news;
}

/** What is wrong with origins that do not go together. */
export function originFailures({ origins = {} }: Definition, args: Values): Failure[] {
  const [first, ...others] = Object.keys(origins).filter((name) => args[name] !== undefined);
  return others.map((path) => ({ path, reason: `cannot be given together with ${first}` }));
}
