import { effectiveValue } from "../../definition/definition";
import { hasUnknown } from "../../definition/values";
import { optionsOf } from "../state";
import type { Wanted } from "../state";

/** Maximum length of a value in a message. */
const MAX_SHOWN = 100;

/** Describes an input with both values, or only its name if it may be secret. */
export function difference({ definition, args }: Wanted, name: string, actual: unknown): string {
  const rule = definition.args[name];
  if (!rule || rule.secret || optionsOf(args).secrets?.some(([first]) => first === name)) return name;
  return `${name} (actual ${inWords(actual)}, program ${inWords(effectiveValue(definition, name, args))})`;
}

function inWords(value: unknown): string {
  if (hasUnknown(value)) return "not known yet";
  const text = JSON.stringify(value ?? null);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
