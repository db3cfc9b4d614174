import { isInPath } from "../../definition/argument";
import { valueWhenRemoved } from "../../definition/definition";
import { withoutUnset } from "../../definition/unset";
import { canonicalValue } from "../state/equality";
import type { Fingerprint, SetRule } from "../../definition/set";
import type { Definition } from "../../definition/definition";
import type { ArgumentRule } from "../../definition/argument";
import type { Values } from "../../definition/values";
import { UNKNOWN } from "../../definition/unknown";
import { optionsOf } from "../state/context";

/** A member that the program declares. */
export interface Declared {
  readonly index: number;
  /** In the user's own spelling. */
  readonly args: Values;
  readonly seen: Fingerprint;
  readonly key: string;
}

/** A member that the service has. */
export interface Present {
  readonly id: string;
  readonly live: Values;
  readonly seen: Fingerprint;
  readonly key: string;
}

/** What was sent for a member and what the service made of it, where no rule knows that the two mean the same. */
export interface MemberSpelling {
  readonly sent: Fingerprint;
  readonly answered: Fingerprint;
}

/** The arguments that a member has of its kind. */
export function memberArguments({ args }: Definition): [string, ArgumentRule][] {
  return Object.entries(args).filter(([, rule]) => !isInPath(rule));
}

/** What is compared of an object, be it declared or live. What cannot be told of such an object counts as left out. */
export function seenOf(member: Definition, values: Values): Fingerprint {
  return Object.fromEntries(
    memberArguments(member).map(([name, rule]) => {
      const readFrom = values[name] === UNKNOWN ? undefined : rule.read?.from;
      const value = (readFrom ? readFrom(values) : values[name]) ?? valueWhenRemoved(rule, values) ?? null;
      return [name, value === UNKNOWN ? value : canonicalValue(rule, value, values)];
    }),
  );
}

/** The same of a declared member, as the service spells it in the object that the collection is in, where that is known. */
export function seenOfDeclared(member: Definition, args: Values, parent: Values | undefined): Fingerprint {
  const given = withoutUnset(args);
  const spell =
    parent && Object.values(given).every((value) => value !== UNKNOWN) && member.identity.spelledIn?.(given);
  return seenOf(member, spell ? spell(parent) : given);
}

/** Equal for members that are just alike. */
export function keyOf(seen: Fingerprint): string {
  // The engine stores members in another order.
  return JSON.stringify(Object.entries(seen).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Equal for members that nothing tells apart. */
export function identityKey(member: Definition, seen: Fingerprint): string {
  return fieldsKey(seen, member.identity.by);
}

export function fieldsKey(seen: Fingerprint, fields: readonly string[]): string {
  return JSON.stringify(fields.map((name) => seen[name]));
}

/** The members that the arguments declare. */
export function declaredIn(set: SetRule, args: Values, parent: Values | undefined): Declared[] {
  const members = (args[set.members] ?? []) as readonly Values[];
  return members.map((member, index) => {
    const seen = seenOfDeclared(set.member, member, parent);
    return { index, args: member, seen, key: keyOf(seen) };
  });
}

/**
 * Members of the service in words: without contents that the program declares, too, because there they may be a secret, and without
 * any where the program has marked some as secret.
 */
export function wordsBeside(set: SetRule, args: Values, parent: Values | undefined): (present: Present) => string {
  const contentsOf = (seen: Fingerprint): string => set.inWords(seen).slice(set.title(seen).length);
  const known = new Set(declaredIn(set, args, parent).map(({ seen }) => contentsOf(seen)));
  const isMarked = optionsOf(args).secrets?.some(([first]) => first === set.members) === true;
  const isUntold = (seen: Fingerprint): boolean => isMarked || known.has(contentsOf(seen));
  return ({ seen, id }) => `${isUntold(seen) ? set.title(seen) : set.inWords(seen)} (id ${id})`;
}

/** A live member; it counts as what was sent for it while the service shows what it answered to that. */
export function presentOf(set: SetRule, live: Values, spelling?: MemberSpelling): Present {
  const shown = seenOf(set.member, live);
  const isAsAnswered = spelling !== undefined && keyOf(shown) === keyOf(spelling.answered);
  const seen = isAsAnswered ? spelling.sent : shown;
  return { id: String(live.id), live, seen, key: keyOf(seen) };
}

/** A live member in the words of an argument: what has its default is left out. */
export function asDeclared({ member }: SetRule, live: Values): Values {
  const shown = seenOf(member, live);
  const none = seenOf(member, {});
  return Object.fromEntries(
    memberArguments(member)
      .filter(([name, { required }]) => required === true || shown[name] !== none[name])
      .map(([name]) => [name, live[name]]),
  );
}

/** A declared member with the live value of whatever differs. */
export function withDrift({ member }: SetRule, declared: Declared, live: Values): Values {
  const shown = seenOf(member, live);
  const differing = memberArguments(member).filter(([name]) => shown[name] !== declared.seen[name]);
  return { ...withoutUnset(declared.args), ...Object.fromEntries(differing.map(([name]) => [name, live[name]])) };
}
