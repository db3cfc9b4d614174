import type { Failure } from "../../definition/types";
import type { Definition } from "../../definition/definition";
import type { Origin } from "../../definition/creation";
import type { Values } from "../../definition/values";
import { UNKNOWN, partsOfPath, valueAt } from "../../definition/values";

/** The origin that the inputs name; undefined for an ordinary create. */
export function originOf(definition: Definition, args: Values): Origin | undefined {
  return originsOf(definition).find(([name]) => args[name] !== undefined)?.[1];
}

/**
 * Keeps an origin that the program no longer gives, because only the create uses it. Giving it again is thus no change either. It is
 * dropped if the program gives an input that excludes it.
 */
export function keepOrigin(definition: Definition, olds: Values, news: Values): Values {
  if (originOf(definition, news)) return news;
  const kept = originsOf(definition)
    .filter(([name, origin]) => olds[name] !== undefined && excluded(origin, news).length === 0)
    .map(([name]) => name);
  return kept.length > 0 ? { ...news, ...Object.fromEntries(kept.map((name) => [name, olds[name]])) } : news;
}

/** Failures of origins that cannot be combined, with each other or with other inputs. */
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

/** The given inputs that the origin excludes, each with the reason. Unknown ones may turn out to be unset, so they do not count. */
function excluded({ excludes = {} }: Origin, args: Values): [string, string][] {
  return Object.entries(excludes).flatMap(([name, why = ""]) =>
    args[name] !== undefined && args[name] !== UNKNOWN ? [[name, why]] : [],
  );
}

/** The resource to clone, and the path of the input that names it. */
export function sourceOf(definition: Definition, args: Values): { path: string; id: string } | undefined {
  const source = originOf(definition, args)?.source;
  const id = source && valueAt(args, partsOfPath(source.path));
  const isId = typeof id === "string" || typeof id === "number";
  return source && isId ? { path: source.path, id: String(id) } : undefined;
}
