import { lineOf, nameOf } from "./found";
import type { FoundResource } from "./found";
import { identifierFrom, numbered } from "../typescript/identifiers";

/** Names of a resource in the program. */
export interface ResourceNames {
  /** Pulumi resource name; unique per type. */
  readonly resource: string;
  /** Variable name; unique in the program. */
  readonly variable: string;
}

/** Longer names are truncated for readability. */
const LONGEST = 60;

/** The name of a resource in another program. */
export interface FormerName {
  readonly name: string;
  /** Whether the user chose it, so it takes precedence. */
  readonly isChosen: boolean;
}

type FormerNameOf = (one: FoundResource) => FormerName | undefined;

/**
 * Assigns names. They are the same in every run, as long as the same resources share a title.
 * @param taken names in use by the given stacks, as `Kind name`
 */
export function nameAll(
  all: readonly FoundResource[],
  taken: ReadonlySet<string> = new Set(),
  formerOf: FormerNameOf = () => undefined,
): Map<FoundResource, ResourceNames> {
  const rank = (one: FoundResource): number => (formerOf(one)?.isChosen ? 0 : 1);
  const inTurn = [...all].sort((one, other) => rank(one) - rank(other) || byId(one.id, other.id));
  const wish = (one: FoundResource): string => `${one.definition.kind} ${nameFrom(one, formerOf)}`;
  const resources = distinct(inTurn, { wish, others: (one) => [`${wish(one)}-${numberIn(one.id)}`], taken });
  const nameOf = (one: FoundResource): string => (resources.get(one) ?? "").slice(one.definition.kind.length + 1);
  const variables = distinct(inTurn, {
    wish: (one) => identifierFrom(nameOf(one), one.definition.kind),
    others: (one) => [identifierFrom(`${nameOf(one)}-${one.definition.kind}`, one.definition.kind)],
    taken: new Set(),
  });
  return new Map(all.map((one) => [one, { resource: nameOf(one), variable: variables.get(one) ?? "" }]));
}

interface Wishes {
  readonly wish: (one: FoundResource) => string;
  /** Names to try next, before a number is added. */
  readonly others: (one: FoundResource) => readonly string[];
  readonly taken: ReadonlySet<string>;
}

/**
 * If several resources have the same wish, the first one gets it.
 * @param inTurn oldest first, so that a new resource does not rename existing ones
 */
function distinct(inTurn: readonly FoundResource[], { wish, others, taken }: Wishes): Map<FoundResource, string> {
  const names = new Map<FoundResource, string>();
  const used = new Set(taken);
  const give = (one: FoundResource, name: string): void => {
    names.set(one, name);
    used.add(name);
  };
  for (const one of inTurn) if (!used.has(wish(one))) give(one, wish(one));
  for (const one of inTurn) {
    if (names.has(one)) continue;
    const free = others(one).find((name) => !used.has(name)) ?? numbered(others(one)[0] ?? wish(one), used);
    give(one, free);
  }
  return names;
}

function byId(one: string, other: string): number {
  return numberIn(one) - numberIn(other) || (one < other ? -1 : 1);
}

/** The API's numeric ID: the last part of the Pulumi ID. */
function numberIn(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

/** The former name, or the titles of the resource and of its parents, reduced to characters that every tool accepts. */
function nameFrom(found: FoundResource, formerOf: FormerNameOf): string {
  const own = formerOf(found)?.name;
  if (own) return own;
  const words = lineOf(found).flatMap(
    (one) => (formerOf(one)?.name ?? slug(nameOf(one))) || (one === found ? kindInWords(one) : []),
  );
  return cut(words.join("-")) || kindInWords(found);
}

export function slug(title: string): string {
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

/** `MongoDatabase` becomes `mongo-database`. */
export function kindInWords({ definition: { kind } }: Pick<FoundResource, "definition">): string {
  return kind.replace(/(?<!^)[A-Z]/g, "-$&").toLowerCase();
}
