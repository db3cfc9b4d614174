import { digestOf } from "../../definition/digest";
import type { ArgumentRule } from "../../definition/argument";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Intent } from "../../journal/intent";
import { comparable, isSame, optionsOf, originOf, shownValue } from "../state";
import type { Wanted } from "../state";
import type { ResourceCall } from "../context";
import { isEmpty, normalizedInputs } from "../identity";

/** Hashes of what a request sent, by input: the values themselves may be secret. */
export type Hashes = Required<Pick<Intent, "identity" | "sent">>;

/**
 * Hashes of what the body of a create has: `identity` of the inputs that identify the resource, `sent` of the others that the API shows as they
 * were sent.
 */
export async function hashesFor(call: ResourceCall, body: Values): Promise<Hashes> {
  const { definition, args } = call;
  const { urn = "" } = optionsOf(args);
  const { by } = definition.identity;
  const wanted = await normalizedInputs(call);
  const hashed = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.map((name) => {
        const value = wanted[name] ?? definition.args[name]?.removal?.sends;
        return [name, hashOf(urn, comparable(definition.args[name], value, wanted))];
      }),
    );
  const others = Object.keys(body).filter((name) => {
    const rule = definition.args[name];
    // The API may add members to an object.
    const isObject = typeof args[name] === "object" && !Array.isArray(args[name]);
    return rule && isShownAsSent(rule) && args[name] !== undefined && !by.includes(name) && !isObject;
  });
  return { identity: hashed(by), sent: hashed(others) };
}

/** Names of the hashed inputs of which the object shows another value. */
export function differingFrom(
  hashes: Readonly<Record<string, string>>,
  { args }: Definition,
  { urn, live }: { readonly urn: string; readonly live: Values },
): string[] {
  return Object.keys(hashes).filter((name) => {
    const shown = shownValue(args[name], name, live);
    if (shown === undefined || hashes[name] === hashOf(urn, comparable(args[name], shown, live))) return false;
    return !isEmpty(undefined, shown) || hashes[name] !== hashOf(urn, undefined);
  });
}

/** Names of the inputs that neither the request nor the program has, and of which the object shows another value than without them. */
export function addedTo({ definition, args }: Wanted, { sent, identity }: Partial<Hashes>, live: Values): string[] {
  if (sent === undefined || originOf(definition, args)) return [];
  return Object.entries(definition.args).flatMap(([name, rule]) => {
    const isKnown = args[name] !== undefined || name in sent || (identity && name in identity);
    const unset: unknown = rule.removal?.sends;
    if (isKnown || unset === undefined || typeof unset === "function" || !isShownAsSent(rule)) return [];
    const shown = shownValue(rule, name, live);
    return isEmpty(undefined, shown) || isSame(rule, [unset, shown], args) ? [] : [name];
  });
}

function isShownAsSent({ writeOnly, secret, read }: ArgumentRule): boolean {
  return !writeOnly && !secret && !read?.ignoresDrift;
}

function hashOf(urn: string, value: unknown): string {
  return digestOf([urn, value ?? null], 16);
}
