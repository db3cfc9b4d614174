import { isInPath, valueWhenRemoved } from "../../definition/definition";
import type { ArgumentRule } from "../../definition/argument";
import { checkValues } from "../../definition/check-values";
import type { Definition } from "../../definition/definition";
import type { AnyType } from "../../definition/types";
import { isUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { isSame } from "../state";
import type { Recorded } from "../state";

/**
 * The inputs to declare for an existing resource: required ones, and those whose value is not what the API would choose by default.
 */
export function writtenArguments({ definition, id, state }: Recorded & { readonly definition: Definition }): Values {
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

/** Required inputs that the API does not return. */
export function unshownArguments(definition: Definition, written: Values): string[] {
  const needed = checkValues(definition, written).map(({ path }) => path);
  return Object.keys(definition.args).filter((name) => needed.includes(name) && definition.args[name]?.writeOnly);
}

/** A resource, with the inputs that the API returns. */
interface ShownInputs {
  readonly definition: Definition;
  readonly id: string;
  readonly shown: Values;
  readonly state: Values;
}

function isMeant({ definition, id, shown, state }: ShownInputs, name: string): boolean {
  const rule = definition.args[name];
  const value = shown[name];
  if (!rule || rule.required === true || rule.required?.always) return true;
  const { [name]: _, ...others } = shown;
  const usual = rule.serverDefault?.value(others, id) ?? valueWhenRemoved(rule, state);
  return isUnset(usual) ? !isNothing(value) : !isSame(rule, [value, usual], shown);
}

/** An update sends every member of such a value anyway, so only members that differ from the default are declared. */
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

/** The inputs that the API returns, in the form in which a program declares them. */
export function shownArguments({ args }: Definition, state: Values): Values {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, rule]) => {
      // The API also returns fields that the resource does not use.
      const isUsed = isInPath(rule) || !rule.read?.from || rule.read.from(state) !== undefined;
      const value = rule.writeOnly || !isUsed ? undefined : fitted(rule.type, state[name]);
      return isUnset(value) ? [] : [[name, value]];
    }),
  );
}

/** Removes null members and members that the type does not have. */
function fitted(type: AnyType, value: unknown): unknown {
  const { members } = type;
  if (!members || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(members).flatMap(([name, member]) => {
    const inner = fitted(member, (value as Values)[name]);
    return isUnset(inner) ? [] : [[name, inner] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
