import { isInPath } from "../../definition/argument";
import type { ArgumentRule } from "../../definition/argument";
import { valueWhenRemoved } from "../../definition/definition";
import type { Definition, Fingerprint, SetDefinition, SetRule } from "../../definition/definition";
import { UNKNOWN, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { memoryKey } from "../ownership";
import { canonicalValue, idOf, optionsOf } from "../state";
import { noteHeld } from "../context";
import type { Asked } from "../context";

/** A member that the program declares. */
export interface Declared {
  readonly index: number;
  /** In the user's own spelling. */
  readonly args: Values;
  readonly fingerprint: Fingerprint;
  readonly key: string;
}

/** A member that the service has. */
export interface Present {
  readonly id: string;
  readonly live: Values;
  readonly fingerprint: Fingerprint;
  readonly key: string;
}

/** What was sent for a member and what the service made of it, where no rule knows that the two are equal. */
export interface MemberSpelling {
  readonly sent: Fingerprint;
  readonly answered: Fingerprint;
}

/** The arguments of a member: those of its kind, without the path's. */
export function memberArguments({ args }: Definition): [string, ArgumentRule][] {
  return Object.entries(args).filter(([, rule]) => !isInPath(rule));
}

/** The values by which a member is compared, declared or live. What a live one does not show counts as left out. */
export function fingerprintOf(member: Definition, values: Values): Fingerprint {
  return Object.fromEntries(
    memberArguments(member).map(([name, rule]) => {
      const readFrom = values[name] === UNKNOWN ? undefined : rule.read?.from;
      const value = (readFrom ? readFrom(values) : values[name]) ?? valueWhenRemoved(rule, values) ?? null;
      return [name, value === UNKNOWN ? value : canonicalValue(rule, value, values)];
    }),
  );
}

/** The same for a declared member, in the parent's spelling if the parent is known. */
export function fingerprintOfDeclared(member: Definition, args: Values, parent: Values | undefined): Fingerprint {
  const given = withoutUnset(args);
  const spell =
    parent && Object.values(given).every((value) => value !== UNKNOWN) && member.identity.normalizedIn?.(given);
  return fingerprintOf(member, spell ? spell(parent) : given);
}

/** Equal for identical members; one that is not fully known is identical to none that is. */
export function keyOf(fingerprint: Fingerprint): string {
  // The engine reorders the members of objects.
  return asText(Object.entries(fingerprint).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Equal for members with the same identity. */
export function identityKey(member: Definition, fingerprint: Fingerprint): string {
  return fieldsKey(fingerprint, member.identity.by);
}

export function fieldsKey(fingerprint: Fingerprint, fields: readonly string[]): string {
  return asText(fields.map((name) => fingerprint[name]));
}

function asText(values: readonly unknown[]): string {
  return JSON.stringify(values, (_, value: unknown) => (value === UNKNOWN ? { unknown: true } : value));
}

/** A short description for messages. It shows nothing that may be secret in the program that declares the member. */
export function titleOf(set: SetRule, fingerprint: Fingerprint): string {
  const shown = Object.entries(fingerprint).map(([name, value]) => [name, value === UNKNOWN ? "[unknown]" : value]);
  return set.title(Object.fromEntries(shown) as Fingerprint);
}

/** The declared members, without those of which a preview knows nothing. */
export function declaredIn(set: SetRule, args: Values, parent: Values | undefined): Declared[] {
  const members = args[set.members];
  const declare = declaring(set, parent);
  if (!Array.isArray(members)) return [];
  return members.flatMap((member: unknown, index) => (member === UNKNOWN ? [] : [declare(member as Values, index)]));
}

/** Makes a declared member from its arguments and its index. */
export function declaring(set: SetRule, parent: Values | undefined): (args: Values, index: number) => Declared {
  return (args, index) => {
    const fingerprint = fingerprintOfDeclared(set.member, args, parent);
    return { index, args, fingerprint, key: keyOf(fingerprint) };
  };
}

/**
 * Describes live members in messages. Contents that the program also declares are left out, because they may be secret
 * there; all contents are, if the program marked any as secret.
 */
export function describer(set: SetRule, args: Values, parent: Values | undefined): (present: Present) => string {
  const contentsOf = (fingerprint: Fingerprint): string =>
    set.inWords(fingerprint).slice(set.title(fingerprint).length);
  const known = new Set(declaredIn(set, args, parent).map(({ fingerprint }) => contentsOf(fingerprint)));
  const isMarked = optionsOf(args).secrets?.some(([first]) => first === set.members) === true;
  const maySay = (fingerprint: Fingerprint): boolean => !isMarked && !known.has(contentsOf(fingerprint));
  return ({ fingerprint, id }) =>
    `${maySay(fingerprint) ? set.inWords(fingerprint) : set.title(fingerprint)} (id ${id})`;
}

/** A live member. While the service shows what it answered last, the member counts as what was sent. */
export function presentOf(set: SetRule, live: Values, spelling?: MemberSpelling): Present {
  const shown = fingerprintOf(set.member, live);
  const isAsAnswered = spelling !== undefined && keyOf(shown) === keyOf(spelling.answered);
  const fingerprint = isAsAnswered ? spelling.sent : shown;
  return { id: String(live.id), live, fingerprint, key: keyOf(fingerprint) };
}

/** A live member as an argument would declare it: without what has its default. */
export function asDeclared({ member }: SetRule, live: Values): Values {
  const shown = fingerprintOf(member, live);
  const none = fingerprintOf(member, {});
  return Object.fromEntries(
    memberArguments(member)
      .filter(([name, { required }]) => required === true || shown[name] !== none[name])
      .map(([name]) => [name, live[name]]),
  );
}

/** A declared member with the live values of whatever differs. */
export function withDrift({ member }: SetRule, declared: Declared, live: Values): Values {
  const shown = fingerprintOf(member, live);
  const differing = memberArguments(member).filter(([name]) => shown[name] !== declared.fingerprint[name]);
  return { ...withoutUnset(declared.args), ...Object.fromEntries(differing.map(([name]) => [name, live[name]])) };
}

/** The member's key in the run's memory: that of a resource of the member's kind. */
export function memberMemoryKey({ set }: SetDefinition, args: Values, id: string): string {
  return memoryKey(set.member, idOf(set.member, args, { id }));
}

/** From now on, a delete from a stale entry of the state spares these members. */
export function holdMembers({ definition, args, context }: Asked<SetDefinition>, ids: Iterable<string>): void {
  const keys = Array.from(ids, (id) => memberMemoryKey(definition, args, id));
  noteHeld(context.memory, optionsOf(args).urn, ...keys);
}
