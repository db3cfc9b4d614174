import type { ArgumentRule } from "../../provider/definition/argument";
import { checkValues } from "../../provider/definition/check-values";
import { effectiveValue, valueWhenRemoved } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import { isUnset } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { isSame } from "../../provider/lifecycle/state";
import type { Found } from "./found";
import { shownArguments } from "./shown-arguments";

/**
 * The arguments that a program writes to declare an object as it is: those that it cannot do without, and those whose value is not
 * what the service does by itself.
 */
export function writtenArguments({ definition, id, state }: Pick<Found, "definition" | "id" | "state">): Values {
  const told = shownArguments(definition, state);
  const names = Object.keys(told).filter((name) => isMeant({ definition, id, told, state }, name));
  const written = pick(told, names);
  const needed = checkValues(definition, written).map(({ path }) => path);
  const chosen = pick(
    told,
    Object.keys(told).filter((name) => names.includes(name) || needed.includes(name)),
  );
  return Object.fromEntries(
    Object.entries(chosen).map(([name, value]) => [name, withoutDefaults(definition.args[name], value, state)]),
  );
}

/** Arguments that the object must have and the service does not show. */
export function unshownArguments(definition: Definition, written: Values): string[] {
  const needed = checkValues(definition, written).map(({ path }) => path);
  return Object.keys(definition.args).filter((name) => needed.includes(name) && definition.args[name]?.writeOnly);
}

/** An object of the account, as the service tells it. */
interface Told {
  readonly definition: Definition;
  readonly id: string;
  readonly told: Values;
  readonly state: Values;
}

function isMeant({ definition, id, told, state }: Told, name: string): boolean {
  const rule = definition.args[name];
  const value = told[name];
  if (!rule || rule.required === true || rule.required?.always) return true;
  if (rule.serverDefault?.isGenerated?.(value, id)) return false;
  const { [name]: _, ...others } = told;
  const usual = effectiveValue(definition, name, others) ?? valueWhenRemoved(rule, state);
  return isUnset(usual) ? !isNothing(value) : !isSame(rule, [value, usual], told);
}

/** An update sends the whole object anyway: only the members that differ from the default need be written. */
function withoutDefaults(rule: ArgumentRule | undefined, value: unknown, state: Values): unknown {
  const usual = valueWhenRemoved(rule, state);
  if (!rule?.sent?.mergedIntoLive || typeof usual !== "object" || usual === null) return value;
  return Object.fromEntries(
    Object.entries(value as Values).filter(([name, member]) => member !== (usual as Values)[name]),
  );
}

function isNothing(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
