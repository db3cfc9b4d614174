import type { Definition, SetDefinition } from "../../definition/definition";
import type { CoexistenceRule, Fingerprint } from "../../definition/identity";
import { isSet } from "../../definition/definition";
import { UNKNOWN, hasUnknown } from "../../definition/values";
import type { Values } from "../../definition/values";
import {
  collectionPath,
  fingerprintOfDeclared,
  groupBy,
  isPathUnknown,
  memberIdentity,
  optionsOf,
  placedFingerprint,
} from "../state";
import { capitalize, commaList, resourceName } from "../wording";
import type { ResourceCall, Claim } from "../context";

/**
 * Notes what the resource declares inside a parent, and describes its conflicts there with other resources of the program. Ignores unknown
 * values, and equivalent forms that only the parent's data reveals.
 */
export function overlapsOf(call: ResourceCall): readonly string[] {
  const { definition, args } = call;
  const { memory } = call.context;
  const { urn } = optionsOf(args);
  if (urn === undefined || !definition.collection.includes("{")) return [];
  memory.claims.withdraw(urn);
  if (isPathUnknown(call)) return [];
  const path = collectionPath(definition, args);
  const own = claimOf(definition, args, urn);
  if (!own) return [];
  const others = memory.claims.in(path).filter((other) => mayConflict(own, other));
  const overlaps = others.flatMap((other) => conflictsBetween(own, other));
  memory.claims.declare(path, own);
  return overlaps;
}

/** The URN of another resource of the program that declares such a member. */
export function claimantOf(
  { definition, args, context }: ResourceCall<SetDefinition>,
  member: Fingerprint,
): string | undefined {
  const { urn: ownUrn } = optionsOf(args);
  const key = memberIdentity(definition.set.member, member);
  const claims = context.memory.claims.in(collectionPath(definition, args));
  return claims.find(({ urn, members }) => urn !== ownUrn && members.has(key))?.urn;
}

function claimOf(definition: Definition, args: Values, urn: string): Claim | undefined {
  const member = isSet(definition) ? definition.set.member : definition;
  const rule = member.identity.coexistence;
  if (!rule) return undefined;
  const declared = isSet(definition) ? args[definition.set.members] : [args];
  const list = Array.isArray(declared) ? declared.filter(isValues) : [];
  const claim = { urn, rule, members: byIdentity(member, list), places: byPlace(member, rule, list) };
  if (!isSet(definition)) return claim;
  const { set } = definition;
  const part = args[set.part];
  // Unknown values could cause false conflicts.
  if (args[set.exclusive] !== true || hasUnknown([declared, part])) return { ...claim, set };
  const removes = (one: Fingerprint): boolean => !isValues(part) || set.isInPart(one, part, undefined) === true;
  return { ...claim, set, removes };
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function byIdentity(member: Definition, declared: readonly Values[]): Map<string, Fingerprint> {
  const fingerprints = declared.map((args) => fingerprintOfDeclared(member, args, undefined));
  const known = fingerprints.filter((one) => !Object.values(one).includes(UNKNOWN));
  return new Map(known.map((one) => [memberIdentity(member, one), one]));
}

/** One of each sort in each place, as far as the places are known. */
function byPlace(member: Definition, { place, sort }: CoexistenceRule, declared: readonly Values[]) {
  const placed = declared.map((args) => placedFingerprint(member, args)).filter((one) => one !== undefined);
  const ofEachSort = new Map(placed.map((one) => [JSON.stringify([place(one), sort(one)]), one]));
  return groupBy(ofEachSort.values(), place);
}

/** Whether one deletes what others declare, or both have something in one place: of thousands of records, few do. */
function mayConflict(own: Claim, other: Claim): boolean {
  if (own.removes || other.removes) return true;
  const [few, many] = own.places.size < other.places.size ? [own, other] : [other, own];
  return Array.from(few.places.keys()).some((place) => many.places.has(place));
}

function conflictsBetween(own: Claim, other: Claim): string[] {
  const { title } = own.rule;
  const name = resourceName(other.urn);
  const clashes = clashesBetween(own, other);
  const clashing = new Set(clashes.map(({ one }) => own.rule.place(one)));
  const [{ why = "" } = {}] = clashes;
  const { exclusive = "", members = "" } = own.set ?? other.set ?? {};
  const conflicts = [
    {
      problem: `\`pulumi up\` will fail: ${name} declares`,
      about: clashes.map(({ other: one }) => one),
      remedy: `${capitalize(why)}. Remove one of them.`,
    },
    {
      problem: `${name} also declares`,
      about: membersIn(own, (key) => other.members.has(key)).filter((one) => !clashing.has(own.rule.place(one))),
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
    .map(({ problem, about, remedy }) => `${problem} ${commaList(about.map(title))}. ${remedy}`);
}

/** Members of the two that cannot coexist. */
function clashesBetween(own: Claim, { places }: Claim) {
  return Array.from(own.places).flatMap(([place, ones]) =>
    (places.get(place) ?? []).flatMap((other) => {
      const [clash] = ones.flatMap((one) => {
        const why = own.rule.conflict(one, other);
        return why === undefined ? [] : [{ one, other, why }];
      });
      return clash ?? [];
    }),
  );
}

/** Members that `other` declares and `remover` would delete. */
function removedBy(remover: Claim, other: Claim): Fingerprint[] {
  const { removes } = remover;
  return removes ? membersIn(other, (key) => !remover.members.has(key)).filter(removes) : [];
}

function membersIn(claim: Claim, isMeant: (key: string) => boolean): Fingerprint[] {
  return Array.from(claim.members).flatMap(([key, member]) => (isMeant(key) ? [member] : []));
}
