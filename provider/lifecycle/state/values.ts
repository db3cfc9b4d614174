import { isSentIn, valueWhenRemoved } from "../../definition/definition";
import type { ArgumentRule } from "../../definition/argument";
import { hasUnknown, isUnset, withoutUnsetBelow } from "../../definition/values";
import type { Values } from "../../definition/values";
import type { Definition } from "../../definition/definition";

/** The inputs of a resource, and its definition. */
export interface Wanted<Kind extends Definition = Definition> {
  readonly definition: Kind;
  readonly args: Values;
}

/** What was last sent for an input and what the API returned for it, if the two differ in form. */
export interface SentAndReturned {
  readonly sent: unknown;
  readonly answered: unknown;
}

/** A wanted value, and the value to compare it with. */
type ComparedValues = readonly [wanted: unknown, live: unknown];

/** What else a comparison depends on. */
interface Comparison {
  readonly args: Values;
  readonly returned?: SentAndReturned | undefined;
}

/**
 * Whether the live value matches the wanted one: either they are equal by the input's rule, or the wanted value was sent last and the API
 * still returns what it returned for it.
 */
export function isInSync(rule: ArgumentRule, [wanted, live]: ComparedValues, { args, returned }: Comparison): boolean {
  if (hasUnknown(wanted)) return false;
  if (isSame(rule, [wanted, live], args)) return true;
  if (returned === undefined || !isSame(rule, [wanted, returned.sent], args)) return false;
  const [now, then] = [liveMembersOf(wanted, live), liveMembersOf(wanted, returned.answered)];
  return isSame(rule, [now, then], args) && isSame(rule, [then, now], args);
}

export function isSame(rule: ArgumentRule, [wanted, live]: ComparedValues, args: Values): boolean {
  return containsWanted(comparable(rule, wanted, args), comparable(rule, live, args));
}

/** The form in which values of an input are compared. */
export function comparable(rule: ArgumentRule | undefined, value: unknown, args: Values): unknown {
  const canonical = rule ? canonicalValue(rule, value, args) : value;
  return rule?.compare?.by && !isUnset(canonical) ? rule.compare.by(canonical) : canonical;
}

/** The value in the input's canonical form. Absent and unset values stay as they are. */
export function canonicalValue(rule: ArgumentRule, value: unknown, args: Values): unknown {
  return isUnset(value) || !rule.compare?.canonical ? value : rule.compare.canonical(value, args);
}

/** Whether the live value contains everything wanted; its objects may have further members. */
function containsWanted(wanted: unknown, live: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(live) && wanted.length === live.length && wanted.every((item, i) => containsWanted(item, live[i]))
    );
  }
  if (typeof wanted === "object" && wanted !== null) {
    if (typeof live !== "object" || live === null) return false;
    return Object.entries(wanted).every(
      ([name, member]) => isUnset(member) || containsWanted(member, (live as Values)[name]),
    );
  }
  return wanted === live || (isUnset(wanted) && isUnset(live));
}

/** The live value, reduced to the members of the wanted value. */
export function liveMembersOf(wanted: unknown, live: unknown): unknown {
  const areObjects = [wanted, live].every((one) => typeof one === "object" && one !== null && !Array.isArray(one));
  if (!areObjects) return live;
  return Object.fromEntries(
    Object.entries(wanted as Values).map(([name, member]) => [name, liveMembersOf(member, (live as Values)[name])]),
  );
}

/** The body of a create: every given input that the documents list for it, and the defaults that are sent explicitly. */
export function createBody(definition: Definition, args: Values): Values {
  return bodyOf(definition, { ...sentDefaults(definition, args), ...args }, (rule, value) => {
    const omitted = rule.sent?.omittedFromCreate;
    return isSentIn(rule, "create") && (omitted === undefined || value !== omitted);
  });
}

function sentDefaults(definition: Definition, args: Values): Values {
  return Object.fromEntries(
    Object.entries(definition.args).flatMap(([name, { serverDefault }]) =>
      serverDefault?.isSent ? [[name, serverDefault.value(args)]] : [],
    ),
  );
}

function bodyOf(definition: Definition, args: Values, isSent: (rule: ArgumentRule, value: unknown) => boolean): Values {
  return Object.fromEntries(
    Object.entries(definition.args).flatMap(([name, rule]) => {
      if (args[name] === undefined) return [];
      const value = canonicalValue(rule, args[name], args);
      return isSent(rule, value) ? [[name, withoutUnsetBelow(value)]] : [];
    }),
  );
}

/** The body of an update with the named inputs. For one that the program no longer gives, the value that removes it is sent. */
export function updateBody({ definition, args }: Wanted, names: readonly string[], live: Values): Values {
  return Object.fromEntries(names.map((name) => [name, updateValue({ definition, args }, name, live)]));
}

function updateValue({ definition, args }: Wanted, name: string, live: Values): unknown {
  const rule = definition.args[name];
  if (!rule || args[name] === undefined) return valueWhenRemoved(rule, live);
  const value = withoutUnsetBelow(canonicalValue(rule, args[name], args));
  const merged = rule.sent?.mergedIntoLive;
  if (typeof merged === "function") return merged(live[name], value);
  return merged ? merge(live[name], value) : value;
}

export function merge(below: unknown, above: unknown): Values {
  return { ...(below as Values | undefined), ...(above as Values) };
}

export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
