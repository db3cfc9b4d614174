import type { SetDefinition, SetRule } from "../../definition/definition";
import type { Fingerprint } from "../../definition/identity";
import { UNKNOWN, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { memoryKey } from "../identity";
import { declaredMemberBuilder, fingerprintOf, idOf, keyOf, memberArguments, optionsOf } from "../state";
import type { Declared } from "../state";
import { noteManaged } from "../context";
import type { ResourceCall } from "../context";

/** A live member. */
export interface Present {
  readonly id: string;
  readonly live: Values;
  readonly fingerprint: Fingerprint;
  readonly key: string;
}

/** What was sent for a member and what the API returned for it, if no rule makes the two equal. */
export interface MemberForms {
  readonly sent: Fingerprint;
  readonly answered: Fingerprint;
}

/** A short description for messages, without anything that may be secret in the program. */
export function titleOf(set: SetRule, fingerprint: Fingerprint): string {
  const shown = Object.entries(fingerprint).map(([name, value]) => [name, value === UNKNOWN ? "[unknown]" : value]);
  return set.title(Object.fromEntries(shown) as Fingerprint);
}

/** The declared members, without those that are entirely unknown in a preview. */
export function declaredMembers(set: SetRule, args: Values, parent: Values | undefined): Declared[] {
  const members = args[set.members];
  const declare = declaredMemberBuilder(set, parent);
  if (!Array.isArray(members)) return [];
  return members.flatMap((member: unknown, index) => (member === UNKNOWN ? [] : [declare(member as Values, index)]));
}

/**
 * Returns a function that describes live members in messages. Contents that the program also declares are omitted, because they may be
 * secret there; all contents are, if the program marked any as secret.
 */
export function memberDescriber(set: SetRule, args: Values, parent: Values | undefined): (present: Present) => string {
  const contentsOf = (fingerprint: Fingerprint): string =>
    set.inWords(fingerprint).slice(set.title(fingerprint).length);
  const known = new Set(declaredMembers(set, args, parent).map(({ fingerprint }) => contentsOf(fingerprint)));
  const isMarked = optionsOf(args).secrets?.some(([first]) => first === set.members) === true;
  const maySay = (fingerprint: Fingerprint): boolean => !isMarked && !known.has(contentsOf(fingerprint));
  return ({ fingerprint, id }) =>
    `${maySay(fingerprint) ? set.inWords(fingerprint) : set.title(fingerprint)} (id ${id})`;
}

/** A live member. While the API returns what it returned for the last write, the member has the fingerprint of what was sent. */
export function liveMember(set: SetRule, live: Values, spelling?: MemberForms): Present {
  const shown = fingerprintOf(set.member, live);
  const isAsReturned = spelling !== undefined && keyOf(shown) === keyOf(spelling.answered);
  const fingerprint = isAsReturned ? spelling.sent : shown;
  return { id: String(live.id), live, fingerprint, key: keyOf(fingerprint) };
}

/** A live member as a program would declare it, without default values. */
export function asDeclared({ member }: SetRule, live: Values): Values {
  const shown = fingerprintOf(member, live);
  const none = fingerprintOf(member, {});
  return Object.fromEntries(
    memberArguments(member)
      .filter(([name]) => shown[name] !== none[name])
      .map(([name]) => [name, live[name]]),
  );
}

/** A declared member, with the live values of the inputs that differ. */
export function withDrift({ member }: SetRule, declared: Declared, live: Values): Values {
  const shown = fingerprintOf(member, live);
  const differing = memberArguments(member).filter(([name]) => shown[name] !== declared.fingerprint[name]);
  return { ...withoutUnset(declared.args), ...Object.fromEntries(differing.map(([name]) => [name, live[name]])) };
}

/** The member's key in `RunMemory`: that of a resource of the member's type. */
export function memberMemoryKey({ set }: SetDefinition, args: Values, id: string): string {
  return memoryKey(set.member, idOf(set.member, args, { id }));
}

/** Notes that the set manages these members, so that a delete from a stale entry in state keeps them. */
export function noteManagedMembers(
  { definition, args, context }: ResourceCall<SetDefinition>,
  ids: Iterable<string>,
): void {
  const keys = Array.from(ids, (id) => memberMemoryKey(definition, args, id));
  noteManaged(context, optionsOf(args), ...keys);
}
