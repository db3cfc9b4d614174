import { namesInPath } from "../../definition/path";
import { isSet } from "../../definition/set";
import type { Fingerprint, SetRule } from "../../definition/set";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown, UNKNOWN } from "../../definition/unknown";
import { collectionPath } from "../state/ids";
import { listed } from "../state/wording";
import type { Claim, RunMemory } from "../state/run-memory";
import { identityKey, seenOfDeclared } from "./members";

/**
 * Notes what the checked resource declares below another object, and finds what else of the program it would fight with there.
 * What is unknown, or spelled so that only the service can tell, is left out.
 */
export function rivalsOf(
  memory: RunMemory,
  definition: Definition,
  urn: string | undefined,
  args: Values,
): readonly string[] {
  if (urn === undefined || !definition.collection.includes("{")) return [];
  for (const claims of memory.claims.values()) claims.delete(urn);
  const pathNames = namesInPath(definition.collection);
  if (hasUnknown(pathNames.map((name) => args[name]))) return [];
  const path = collectionPath(definition, args);
  const claims = memory.claims.get(path) ?? new Map<string, Claim>();
  memory.claims.set(path, claims);
  const own = claimOf(definition, args);
  // Two single members of the same contents do no harm.
  const sets = Array.from(claims).filter(([, claim]) => own.set ?? claim.set);
  const rivals = sets.flatMap(([other, claim]) => fights(own, { ...claim, urn: other }));
  claims.set(urn, own);
  return rivals;
}

/** URN of another resource of the program that declares such a member. */
export function claimantOf(
  memory: RunMemory,
  path: string,
  member: Definition,
  seen: Fingerprint,
  ownUrn: string | undefined,
): string | undefined {
  const key = identityKey(member, seen);
  const claims = Array.from(memory.claims.get(path) ?? []);
  return claims.find(([urn, { members }]) => urn !== ownUrn && members.has(key))?.[0];
}

function claimOf(definition: Definition, args: Values): Claim {
  if (!isSet(definition)) return { members: byIdentity(definition, [args]) };
  const { set } = definition;
  const declared = args[set.members];
  const members = byIdentity(set.member, Array.isArray(declared) ? declared.filter(isValues) : []);
  const part = args[set.part];
  // Whatever cannot be told yet may be a fight that there is not.
  if (args[set.exclusive] !== true || hasUnknown([declared, part])) return { members, set };
  return { members, set, removes: (seen) => !isValues(part) || set.isInPart(seen, part, undefined) === true };
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function byIdentity(member: Definition, declared: readonly Values[]): Map<string, Fingerprint> {
  const seen = declared.map((args) => seenOfDeclared(member, args, undefined));
  const known = seen.filter((one) => !Object.values(one).includes(UNKNOWN));
  return new Map(known.map((one) => [identityKey(member, one), one]));
}

function fights(own: Claim, other: Claim & { readonly urn: string }): string[] {
  const set = own.set ?? other.set;
  if (!set) return [];
  const both = differenceOf(own, other, true);
  const removed = own.removes ? differenceOf(other, own, false).filter(own.removes) : [];
  const lost = other.removes ? differenceOf(own, other, false).filter(other.removes) : [];
  const { exclusive, members } = set;
  return [
    ...told(set, both, `${other.urn} declares the same:`, "Declare each in one place only."),
    ...told(
      set,
      removed,
      `With ${exclusive}, this set is to remove what ${other.urn} declares:`,
      `Which has its way depends on which comes first: add it to ${members}, or take it away there.`,
    ),
    ...told(
      set,
      lost,
      `${other.urn} is to remove what this declares, because of its ${exclusive}:`,
      `Which has its way depends on which comes first: add it to the ${members} there, or take it away here.`,
    ),
  ];
}

/** Members of one claim that are in the other, too, or that are not. */
function differenceOf(one: Claim, other: Claim, isInBoth: boolean): Fingerprint[] {
  return Array.from(one.members)
    .filter(([key]) => other.members.has(key) === isInBoth)
    .map(([, seen]) => seen);
}

function told(set: SetRule, members: readonly Fingerprint[], before: string, after: string): string[] {
  return members.length === 0 ? [] : [`${before} ${listed(members.map(set.title))}. ${after}`];
}
