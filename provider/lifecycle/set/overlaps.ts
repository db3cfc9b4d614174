import type { Definition, Fingerprint, SetDefinition } from "../../definition/definition";
import { namesInPath } from "../../definition/path";
import { isSet } from "../../definition/definition";
import { UNKNOWN, hasUnknown } from "../../definition/values";
import type { Values } from "../../definition/values";
import { collectionPath, optionsOf } from "../state";
import { commaList, resourceName } from "../wording";
import type { ResourceCall, Claim } from "../context";
import { fingerprintOfDeclared, identityKey } from "./members";

/**
 * Notes what the resource declares inside a parent, and describes its conflicts there with other resources of the program. Ignores unknown
 * values, and equivalent forms that only the parent's data reveals.
 */
export function overlapsOf({ definition, args, context: { memory } }: ResourceCall): readonly string[] {
  const { urn } = optionsOf(args);
  if (urn === undefined || !definition.collection.includes("{")) return [];
  memory.claims.withdraw(urn);
  const pathNames = namesInPath(definition.collection);
  if (hasUnknown(pathNames.map((name) => args[name]))) return [];
  const path = collectionPath(definition, args);
  const own = claimOf(definition, args, urn);
  const overlaps = memory.claims.in(path).flatMap((other) => conflictsBetween(own, other));
  memory.claims.declare(path, own);
  return overlaps;
}

/** The URN of another resource of the program that declares such a member. */
export function claimantOf(
  { definition, args, context }: ResourceCall<SetDefinition>,
  member: Fingerprint,
): string | undefined {
  const { urn: ownUrn } = optionsOf(args);
  const key = identityKey(definition.set.member, member);
  const claims = context.memory.claims.in(collectionPath(definition, args));
  return claims.find(({ urn, members }) => urn !== ownUrn && members.has(key))?.urn;
}

function claimOf(definition: Definition, args: Values, urn: string): Claim {
  if (!isSet(definition)) return { urn, members: byIdentity(definition, [args]) };
  const { set } = definition;
  const declared = args[set.members];
  const members = byIdentity(set.member, Array.isArray(declared) ? declared.filter(isValues) : []);
  const part = args[set.part];
  // Unknown values could cause false conflicts.
  if (args[set.exclusive] !== true || hasUnknown([declared, part])) return { urn, members, set };
  return { urn, members, set, removes: (member) => !isValues(part) || set.isInPart(member, part, undefined) === true };
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function byIdentity(member: Definition, declared: readonly Values[]): Map<string, Fingerprint> {
  const fingerprints = declared.map((args) => fingerprintOfDeclared(member, args, undefined));
  const known = fingerprints.filter((one) => !Object.values(one).includes(UNKNOWN));
  return new Map(known.map((one) => [identityKey(member, one), one]));
}

function conflictsBetween(own: Claim, other: Claim): string[] {
  const set = own.set ?? other.set;
  // Two individual resources with the same contents are harmless.
  if (!set) return [];
  const { exclusive, members } = set;
  const name = resourceName(other.urn);
  const conflicts = [
    {
      problem: `${name} also declares`,
      about: membersIn(own, (key) => other.members.has(key)),
      remedy: "Declare each in one place only.",
    },
    {
      problem: `With \`${exclusive}\`, this set deletes ${members} that ${name} declares:`,
      about: removedBy(own, other),
      remedy: `The result depends on the order of updates. Add it to ${members}, or remove it there.`,
    },
    {
      problem: `With \`${exclusive}\`, ${name} deletes ${members} that this resource declares:`,
      about: removedBy(other, own),
      remedy: `The result depends on the order of updates. Add it to the ${members} there, or remove it here.`,
    },
  ];
  return conflicts
    .filter(({ about }) => about.length > 0)
    .map(({ problem, about, remedy }) => `${problem} ${commaList(about.map(set.title))}. ${remedy}`);
}

/** Members that `other` declares and `remover` would delete. */
function removedBy(remover: Claim, other: Claim): Fingerprint[] {
  const { removes } = remover;
  return removes ? membersIn(other, (key) => !remover.members.has(key)).filter(removes) : [];
}

function membersIn(claim: Claim, isMeant: (key: string) => boolean): Fingerprint[] {
  return Array.from(claim.members).flatMap(([key, member]) => (isMeant(key) ? [member] : []));
}
