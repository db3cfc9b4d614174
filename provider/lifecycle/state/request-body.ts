import { isSentIn } from "../../definition/argument";
import type { ArgumentRule } from "../../definition/argument";
import { valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import { withoutUnsetBelow } from "../../definition/unset";
import type { Values } from "../../definition/values";
import { canonicalValue } from "./equality";
import type { Wanted } from "./wanted";

/**
 * The body of a create: every given argument that the documents list for it, and the defaults that are sent explicitly.
 */
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

/** The body of an update with the named arguments. One that the program no longer gives is sent as its removal. */
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
