import type { SetDefinition, SetRule } from "../../definition/definition";
import type { Fingerprint } from "../../definition/identity";
import type { Failure } from "../../definition/types";
import { hasUnknown, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import type { ResourceCall } from "../context";
import { overlapsOf } from "../identity";
import { check, newWarnings } from "../object";
import type { OldAndNewInputs, Checked } from "../object";
import { clashesAmong, fingerprintOfDeclared, groupBy, keyOf, placedMembers } from "../state";
import type { Declared } from "../state";
import { formatCount } from "../wording";

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
  const declared = placedMembers(set, members, parent);
  const part = args[set.part];
  const outside = isKnownPart(part) ? outsiders(set, declared, (one) => set.isInPart(one, part, parent)) : [];
  return [...clashesAmong(set, declared), ...outside];
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isKnownPart(part: unknown): part is Values {
  return isValues(part) && !hasUnknown(part);
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

/** The set's conflicts with other resources of the program. Unknown values could cause false ones with what it deletes. */
export function overlapsOfSet(call: ResourceCall<SetDefinition>): readonly string[] {
  const { definition, args } = call;
  const { set } = definition;
  const [members, part] = [args[set.members], args[set.part]];
  const list = Array.isArray(members) ? members.filter(isValues) : [];
  const removes = (one: Fingerprint): boolean => !isValues(part) || set.isInPart(one, part, undefined) === true;
  const isExclusive = args[set.exclusive] === true && !hasUnknown([members, part]);
  return overlapsOf({ ...call, definition: set.member }, { list, ...(isExclusive ? { removes } : {}) });
}
