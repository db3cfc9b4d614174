import { UNKNOWN } from "../../../provider/definition/values";
import type { Values } from "../../../provider/definition/values";
import { Code } from "../../typescript/code";
import { inputHere } from "../bridged";
import { corrections, isEmpty } from "../corrections";
import { inputsGiven } from "../stack";
import type { Declared } from "./declared";
import type { Resolver } from "./sources";

/** The inputs that the program has set, under their names here, and what is wrong with them. */
export function inputsOf(one: Declared, resolver: Resolver, version: string): { args: Values; problems: string[] } {
  const { here } = one;
  const given = Object.entries(inputsGiven(one.resource));
  if (!here)
    return {
      args: Object.fromEntries(given.map(([name, value]) => [name, resolver.input(one, name, value)])),
      problems: [],
    };
  const there = Object.fromEntries(given);
  const byHand: string[] = [];
  const named = given.flatMap(([name, value]): [string, unknown][] => {
    const own = inputHere(here, name);
    if (own === null || (own === undefined && isEmpty(value))) return [];
    const input = inForm([own ?? name, resolver.input(one, name, value)], (part, path) => {
      const convert = here.bridged?.values?.[path];
      if (!convert) return undefined;
      const form = part instanceof Code ? undefined : convert(part, version, there);
      if (form === undefined && typeof part !== "number") byHand.push(`${path} ${convert.says}`);
      return form;
    });
    return [[own ?? name, input]];
  });
  const args = Object.fromEntries(named);
  const order = Object.keys(here.args);
  const { dropped, added, secrets, problems } = corrections(here, withoutCode(args));
  const missing = secrets.map((name) => [name, resolver.secret(one, name)] as const);
  const kept = named.filter(([name]) => !dropped.has(name));
  const all = [...kept, ...Object.entries(added), ...missing];
  return {
    args: Object.fromEntries(all.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))),
    problems: [...byHand, ...problems.map(({ path, reason }) => `${path} ${reason}`)],
  };
}

/** A value with the parts that have another form here. */
function inForm([name, value]: readonly [string, unknown], formOf: (part: unknown, path: string) => unknown): unknown {
  const at = (part: unknown, path: string): unknown => {
    const form = formOf(part, path);
    if (form !== undefined) return form;
    if (typeof part !== "object" || part === null || Array.isArray(part) || part instanceof Code) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, at(member, `${path}.${key}`)]));
  };
  return at(value, name);
}

/** The values as preview sees them: those of expressions are unknown. */
function withoutCode(values: Values): Values {
  const open = (value: unknown): unknown => {
    if (value instanceof Code) return UNKNOWN;
    if (Array.isArray(value)) return value.map(open);
    return typeof value === "object" && value !== null ? withoutCode(value as Values) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, open(value)]));
}
