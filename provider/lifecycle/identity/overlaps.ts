import type { Definition } from "../../definition/definition";
import type { CoexistenceRule, Fingerprint } from "../../definition/identity";
import { UNKNOWN } from "../../definition/values";
import { collectionPath, declaredIn, groupBy, isPathUnknown, sameIdentityKey, optionsOf, placedIn } from "../state";
import { capitalize, commaList, resourceName, willFail } from "../wording";
import type { ResourceCall, Claim } from "../context";

/** What a resource declares in a collection: only itself, unless it is a set. */
interface CollectionDeclarations {
  readonly list: readonly unknown[];
  /** Whether it deletes what it does not declare. */
  readonly removes?: (one: Fingerprint) => boolean;
  readonly isSet?: boolean;
}

/**
 * Notes what the resource declares inside a parent, and describes its conflicts there with other resources of the program. Ignores unknown
 * values, and equivalent forms that only the parent's data reveals.
 */
export function overlapsOf(
  call: ResourceCall,
  declared: CollectionDeclarations = { list: [call.args] },
): readonly string[] {
  const { definition, args } = call;
  const { claims } = call.context.memory;
  const { urn } = optionsOf(args);
  const { coexistence: rule } = definition.identity;
  if (urn === undefined || !rule) return [];
  claims.withdraw(urn);
  if (isPathUnknown(call)) return [];
  const path = collectionPath(definition, args);
  const { list, ...rest } = declared;
  const own: Claim = {
    urn,
    rule,
    records: byIdentity(list, definition),
    places: byPlace(list, definition, rule),
    ...rest,
  };
  const others = claims.in(path).filter((other) => mayConflict(own, other));
  const overlaps = others.flatMap((other) => conflictsBetween(own, other));
  claims.declare(path, own);
  return overlaps;
}

/** The URN of another resource of the program that declares this one. */
export function claimantOf({ definition, args, context }: ResourceCall, one: Fingerprint): string | undefined {
  const { urn: ownUrn } = optionsOf(args);
  const key = sameIdentityKey(definition, one);
  const claims = context.memory.claims.in(collectionPath(definition, args));
  return claims.find(({ urn, records }) => urn !== ownUrn && records.has(key))?.urn;
}

/** Whether the resource with this URN is a set of the program that no longer declares this one. */
export function isGivenUp({ definition, args, context }: ResourceCall, holder: string, one: Fingerprint): boolean {
  const claims = context.memory.claims.in(collectionPath(definition, args));
  const claim = claims.find(({ urn }) => urn === holder);
  return claim?.isSet === true && !claim.records.has(sameIdentityKey(definition, one));
}

function byIdentity(list: readonly unknown[], definition: Definition): Map<string, Fingerprint> {
  const fingerprints = declaredIn(list, definition, undefined).map(({ fingerprint }) => fingerprint);
  const known = fingerprints.filter((one) => !Object.values(one).includes(UNKNOWN));
  return new Map(known.map((one) => [sameIdentityKey(definition, one), one]));
}

/** One of each sort in each place, as far as the places are known. */
function byPlace(list: readonly unknown[], definition: Definition, { place }: CoexistenceRule) {
  const placed = placedIn(list, definition, undefined).map(({ fingerprint }) => fingerprint);
  const ofEachSort = new Map(placed.map((one) => [place(one, true), one]));
  return groupBy(ofEachSort.values(), (one) => place(one));
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
  const conflicts = [
    {
      problem: willFail(`${name} declares`),
      about: clashes.map(({ other: one }) => one),
      remedy: `${capitalize(why)}. Remove one of them.`,
    },
    {
      problem: `${name} also declares`,
      about: recordsIn(own, (key) => other.records.has(key)).filter((one) => !clashing.has(own.rule.place(one))),
      remedy: "Declare each in one place only.",
    },
    {
      problem: `With \`exclusive\`, this set deletes records that ${name} declares:`,
      about: removedBy(own, other),
      remedy: `The result depends on the order of updates. Add it to records, or remove it there.`,
    },
    {
      problem: `With \`exclusive\`, ${name} deletes records that this resource declares:`,
      about: removedBy(other, own),
      remedy: `The result depends on the order of updates. Add it to the records there, or remove it here.`,
    },
  ];
  return conflicts
    .filter(({ about }) => about.length > 0)
    .map(({ problem, about, remedy }) => `${problem} ${commaList(about.map(title))}. ${remedy}`);
}

/** What the two declare that cannot coexist. */
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

/** What `other` declares and `remover` would delete. */
function removedBy(remover: Claim, other: Claim): Fingerprint[] {
  const { removes } = remover;
  return removes ? recordsIn(other, (key) => !remover.records.has(key)).filter(removes) : [];
}

function recordsIn(claim: Claim, isMeant: (key: string) => boolean): Fingerprint[] {
  return Array.from(claim.records).flatMap(([key, one]) => (isMeant(key) ? [one] : []));
}
