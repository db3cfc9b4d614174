import { isInPath } from "../../definition/argument";
import type { SetDefinition, SetRule } from "../../definition/definition";
import type { Failure } from "../../definition/types";
import { UNKNOWN, hasUnknown, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { check, newWarnings } from "../object";
import type { OldAndNewInputs, Checked } from "../object";
import { groupBy } from "../state";
import { formatCount } from "../wording";
import { declaredMemberBuilder, fingerprintOfDeclared, identityKey, keyOf } from "./members";
import type { Declared } from "./members";

/** Maximum number of members whose failures are reported. */
const MAX_FAILURES = 20;

/** Checks the set like any resource, and also its members. Pure and offline. */
export function checkSet(definition: SetDefinition, given: OldAndNewInputs): Checked {
  const { set } = definition;
  const checked = check(definition, given, {
    failures: (args) => memberFailures(set, args),
    warnings: (both) => memberWarnings(set, both),
  });
  return { ...checked, failures: limitFailures(set, checked.failures) };
}

/** Limits the failures of members, because thousands may have the same one. */
export function limitFailures({ members }: SetRule, failures: readonly Failure[]): readonly Failure[] {
  const ofMembers = failures.filter(({ path }) => path.startsWith(`${members}[`));
  const more = ofMembers.length - MAX_FAILURES;
  if (more <= 0) return failures;
  const unnamed = new Set(ofMembers.slice(MAX_FAILURES));
  const reason = `${formatCount(more)} more like these`;
  return [...failures.filter((failure) => !unnamed.has(failure)), { path: members, reason }];
}

/**
 * Conflicts among the members, and members outside the set's part, as far as known. Some equivalent forms are only recognized with the
 * parent.
 */
export function memberFailures(set: SetRule, args: Values, parent?: Values): Failure[] {
  const members = args[set.members];
  if (!Array.isArray(members)) return [];
  const declare = declaredMemberBuilder(set, parent);
  const declared = members.flatMap((member: unknown, index) => {
    const sound = soundMember(set, member);
    return sound ? [declare(sound, index)] : [];
  });
  const part = args[set.part];
  const outside = isKnownPart(part) ? outsiders(set, declared, (one) => set.isInPart(one, part, parent)) : [];
  return [...duplicates(set, declared), ...conflicts(set, declared), ...outside];
}

/** The member with its invalid fields, which their types report, treated as unknown; undefined if its place is unknown. */
function soundMember({ member, placedBy }: SetRule, value: unknown): Values | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(withoutUnset(value)).flatMap(([name, one]): [string, unknown][] => {
    const rule = member.args[name];
    if (!rule || isInPath(rule)) return [];
    return [[name, hasUnknown(one) || rule.type.check(one, name).length > 0 ? UNKNOWN : one]];
  });
  return fields.some(([name, one]) => one === UNKNOWN && placedBy.includes(name))
    ? undefined
    : Object.fromEntries(fields);
}

function duplicates({ members, member }: SetRule, declared: readonly Declared[]): Failure[] {
  const firsts = new Map<string, number>();
  return declared.flatMap(({ index, fingerprint }) => {
    if (Object.values(fingerprint).includes(UNKNOWN)) return [];
    const key = identityKey(member, fingerprint);
    const first = firsts.get(key);
    if (first !== undefined) {
      return [{ path: `${members}[${index}]`, reason: `is the same as ${members}[${first}]; remove one of them` }];
    }
    firsts.set(key, index);
    return [];
  });
}

/** One member of each sort represents all of it, so that not every pair in a place has to be compared. */
function conflicts({ members, place, sort, conflict }: SetRule, declared: readonly Declared[]): Failure[] {
  const byPlace = new Map<string, Map<string, Declared>>();
  return declared.flatMap((one) => {
    const key = place(one.fingerprint);
    const firsts = byPlace.get(key) ?? new Map<string, Declared>();
    byPlace.set(key, firsts);
    const other = Array.from(firsts.values()).find((first) => conflict(one.fingerprint, first.fingerprint));
    const ownSort = sort(one.fingerprint);
    if (!firsts.has(ownSort)) firsts.set(ownSort, one);
    if (!other) return [];
    const reason = `conflicts with ${members}[${other.index}]: ${conflict(one.fingerprint, other.fingerprint)}`;
    return [{ path: `${members}[${one.index}]`, reason }];
  });
}

function isKnownPart(part: unknown): part is Values {
  return typeof part === "object" && part !== null && !Array.isArray(part) && !hasUnknown(part);
}

function outsiders(
  set: SetRule,
  declared: readonly Declared[],
  isInPart: (member: Declared["fingerprint"]) => boolean | undefined,
): Failure[] {
  return declared
    .filter(({ fingerprint }) => isInPart(fingerprint) === false)
    .map(({ index }) => ({
      path: `${set.members}[${index}]`,
      reason: `is outside \`${set.part}\`; widen \`${set.part}\`, or remove this entry`,
    }));
}

/** Warnings about new members: one for each input, with some examples. */
function memberWarnings({ member, members }: SetRule, { olds, news }: OldAndNewInputs): Failure[] {
  const keyOfMember = (args: Values): string => keyOf(fingerprintOfDeclared(member, args, undefined));
  const earlier = new Set(membersIn(olds[members]).map(keyOfMember));
  const warnings = membersIn(news[members]).flatMap((args, index) => {
    if (earlier.has(keyOfMember(args))) return [];
    const found = newWarnings(member, { olds: {}, news: args });
    return found.map(({ path, reason }) => ({ name: path, path: `${members}[${index}].${path}`, reason }));
  });
  return Array.from(groupBy(warnings, ({ name }) => name).values(), (alike) => inOne(alike));
}

const MAX_EXAMPLES = 3;

function inOne(warnings: readonly Failure[]): Failure {
  const byReason = Array.from(groupBy(warnings, ({ reason }) => reason));
  const examples = byReason.slice(0, MAX_EXAMPLES).map(([reason, alike]) => ({ path: somePaths(alike), reason }));
  const [{ path = "", reason = "" } = {}, ...others] = examples;
  const more = byReason.slice(MAX_EXAMPLES).flatMap(([, alike]) => alike).length;
  const rest = others.map((one) => `; ${one.path}: ${one.reason}`).join("");
  return { path, reason: `${reason}${rest}${more > 0 ? `; and ${formatCount(more)} more like these` : ""}` };
}

function somePaths(alike: readonly Failure[]): string {
  const paths = alike.map(({ path }) => path);
  const [first = ""] = paths;
  return paths.length > MAX_EXAMPLES ? `${first} and ${formatCount(paths.length - 1)} more` : paths.join(", ");
}

function membersIn(value: unknown): Values[] {
  const members: readonly unknown[] = Array.isArray(value) ? value : [];
  return members.map((one) => (typeof one === "object" && one !== null ? withoutUnset(one) : {}));
}
