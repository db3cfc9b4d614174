import { effectiveValue, replacingArguments } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/unknown";
import { isSame } from "./equality";
import { optionsOf } from "./options";

/** Names of the arguments whose change replaces the object. */
export function replacingChanges(definition: Definition, olds: Values, news: Values): string[] {
  return replacingArguments(definition).filter((name) => {
    const rule = definition.args[name];
    const [now, before] = [news, olds].map((values) => effectiveValue(definition, name, values));
    return rule && !hasUnknown(now) && !isSame(rule, [now, before], news);
  });
}

/**
 * Names of the unknown arguments that would replace the object if they turn out to differ. An object whose import
 * option stays is never replaced.
 */
export function replacingUnknowns(definition: Definition, news: Values): string[] {
  if (optionsOf(news).importStays) return [];
  return replacingArguments(definition).filter((name) => hasUnknown(news[name]));
}

/** Whether a replacement deletes the old object before it creates the new one. */
export function deletesFirst(definition: Definition, olds: Values, news: Values): boolean {
  return definition.creation?.deleteBeforeReplace === true || keepsIdentity(definition, olds, news);
}

/** Two objects cannot have the same unique name, so the old one must go first. */
function keepsIdentity(definition: Definition, olds: Values, news: Values): boolean {
  if (!definition.identity.unique) return false;
  return definition.identity.by.every((name) => {
    const rule = definition.args[name];
    return rule !== undefined && isSame(rule, [news[name], olds[name]], news);
  });
}
