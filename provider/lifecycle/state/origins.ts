import type { Failure } from "../../definition/types";
import type { Definition } from "../../definition/definition";
import type { Origin } from "../../definition/creation";
import type { Values } from "../../definition/values";
import { UNKNOWN } from "../../definition/values";

/** The origin that the arguments name; undefined for an ordinary create. */
export function originOf(definition: Definition, args: Values): Origin | undefined {
  return originsOf(definition).find(([name]) => args[name] !== undefined)?.[1];
}

/**
 * An origin only matters to the create. When the program no longer gives it, it is kept as long as the object exists,
 * so that giving it again is no change either. An argument that excludes it takes its place.
 */
export function keepOrigin(definition: Definition, olds: Values, news: Values): Values {
  if (originOf(definition, news)) return news;
  const kept = originsOf(definition)
    .filter(([name, origin]) => olds[name] !== undefined && excluded(origin, news).length === 0)
    .map(([name]) => name);
  return kept.length > 0 ? { ...news, ...Object.fromEntries(kept.map((name) => [name, olds[name]])) } : news;
}

/** Failures of origins that cannot be combined. */
export function originFailures(definition: Definition, args: Values): Failure[] {
  const given = originsOf(definition).filter(([name]) => args[name] !== undefined);
  const [[first] = [], ...others] = given;
  const beside = given.filter(([name]) => args[name] !== UNKNOWN);
  return [
    ...others.map(([path]) => ({ path, reason: `cannot be combined with ${first}` })),
    ...beside.flatMap(([name, origin]) =>
      excluded(origin, args).map(([path, why]) => ({ path, reason: `cannot be combined with ${name}: ${why}` })),
    ),
  ];
}

function originsOf({ creation }: Definition): [string, Origin][] {
  return Object.entries(creation?.origins ?? {}).flatMap(([name, origin]) => (origin ? [[name, origin]] : []));
}

/** What is unknown may turn out to be left out, and does not count. */
function excluded({ excludes = {} }: Origin, args: Values): [string, string][] {
  return Object.entries(excludes).flatMap(([name, why = ""]) =>
    args[name] !== undefined && args[name] !== UNKNOWN ? [[name, why]] : [],
  );
}

/** The object to copy, and the path of the property that names it. */
export function sourceOf(definition: Definition, args: Values): { path: string; id: string } | undefined {
  const copies = originOf(definition, args)?.copies;
  const id = copies?.id(args);
  const isId = typeof id === "string" || typeof id === "number";
  return copies && isId ? { path: copies.path, id: String(id) } : undefined;
}
