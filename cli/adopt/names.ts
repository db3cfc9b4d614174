import { lineOf, nameOf } from "./found";
import type { Found } from "./found";
import { identifierFrom } from "./identifiers";

/** What an object is called in the program. */
export interface Name {
  /** Of the resource; unique for its kind. */
  readonly resource: string;
  /** Of the variable; unique in the program. */
  readonly variable: string;
}

/** The longest name that is still easy to read. */
const LONGEST = 60;

/**
 * Names for the objects, the same in every run as long as the objects that share a title are the same.
 * @param taken names, as `Kind name`, that the program that is extended has already
 */
export function nameAll(all: readonly Found[], taken: ReadonlySet<string> = new Set()): Map<Found, Name> {
  const resources = distinct(all, {
    wish: (one) => `${one.definition.kind} ${nameFrom(one)}`,
    others: (one) => [`${one.definition.kind} ${nameFrom(one)}-${numberIn(one.id)}`],
    taken,
  });
  const nameOf = (one: Found): string => (resources.get(one) ?? "").slice(one.definition.kind.length + 1);
  const variables = distinct(all, {
    wish: (one) => identifierFrom(nameOf(one), one.definition.kind),
    others: (one) => [identifierFrom(`${nameOf(one)}-${one.definition.kind}`, one.definition.kind)],
    taken: new Set(),
  });
  return new Map(all.map((one) => [one, { resource: nameOf(one), variable: variables.get(one) ?? "" }]));
}

interface Wishes {
  readonly wish: (one: Found) => string;
  /** What to try instead, before a number is added. */
  readonly others: (one: Found) => readonly string[];
  readonly taken: ReadonlySet<string>;
}

/** Of those with the same wish, the oldest gets it; so a new object changes no name. */
function distinct(all: readonly Found[], { wish, others, taken }: Wishes): Map<Found, string> {
  const names = new Map<Found, string>();
  const used = new Set(taken);
  const give = (one: Found, name: string): void => {
    names.set(one, name);
    used.add(name);
  };
  const oldestFirst = [...all].sort((one, other) => byId(one.id, other.id));
  for (const one of oldestFirst) if (!used.has(wish(one))) give(one, wish(one));
  for (const one of oldestFirst) {
    if (names.has(one)) continue;
    const free = others(one).find((name) => !used.has(name)) ?? numbered(others(one)[0] ?? wish(one), used);
    give(one, free);
  }
  return names;
}

function numbered(name: string, used: ReadonlySet<string>): string {
  let number = 2;
  while (used.has(`${name}${number}`)) number++;
  return `${name}${number}`;
}

function byId(one: string, other: string): number {
  return numberIn(one) - numberIn(other) || (one < other ? -1 : 1);
}

/** The service's own number of the object: the last part of its id. */
function numberIn(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

/** The titles of the object and of what contains it, in letters that suit every tool. */
function nameFrom(found: Found): string {
  const words = lineOf(found).flatMap((one) => slug(nameOf(one)) || (one === found ? kindInWords(one) : []));
  return cut(words.join("-")) || kindInWords(found);
}

function slug(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("*", "wildcard")
    .replace(/[^A-Za-z0-9._]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
}

function cut(name: string): string {
  return name.slice(0, LONGEST).replace(/[-.]+$/, "");
}

/** `mongo-database`. */
export function kindInWords({ definition: { kind } }: Pick<Found, "definition">): string {
  return kind.replace(/(?<!^)[A-Z]/g, "-$&").toLowerCase();
}
