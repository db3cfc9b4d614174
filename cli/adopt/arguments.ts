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
  const shown = shownArguments(definition, state);
  const names = Object.keys(shown).filter((name) => isMeant({ definition, id, shown, state }, name));
  const written = pick(shown, names);
  const needed = checkValues(definition, written).map(({ path }) => path);
  const chosen = pick(
    shown,
    Object.keys(shown).filter((name) => names.includes(name) || needed.includes(name)),
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

/** An object of the account, as the service shows it. */
interface Shown {
  readonly definition: Definition;
  readonly id: string;
  readonly shown: Values;
  readonly state: Values;
}

function isMeant({ definition, id, shown, state }: Shown, name: string): boolean {
  const rule = definition.args[name];
  const value = shown[name];
  if (!rule || rule.required === true || rule.required?.always) return true;
  if (rule.serverDefault?.isGenerated?.(value, id)) return false;
  const { [name]: _, ...others } = shown;
  const usual = effectiveValue(definition, name, others) ?? valueWhenRemoved(rule, state);
  return isUnset(usual) ? !isNothing(value) : !isSame(rule, [value, usual], shown);
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
