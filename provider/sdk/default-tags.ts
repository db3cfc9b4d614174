import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { providerOf } from "./provider";

type Tags = pulumi.Input<readonly pulumi.Input<string>[]> | undefined;

/** Adds the default tags after the resource's own; a default tag that the resource already has is not repeated. */
export function withDefaultTags(
  definition: Definition,
  args: Values | undefined,
  opts: pulumi.CustomResourceOptions,
): Values | undefined {
  // A resource from `get` is only read.
  if (definition.args.tags === undefined || opts.id !== undefined) return args;
  const defaults = providerOf(opts)?.computeDefaultTags ?? stackTags();
  const areNone = defaults === undefined || (Array.isArray(defaults) && defaults.length === 0);
  return areNone ? args : { ...args, tags: merged(args?.tags, defaults) };
}

/**
 * `compute:defaultTags` in the stack config: an array, or a string of comma-separated tags.
 * @throws Error if it is neither.
 */
function stackTags(): readonly string[] | undefined {
  const text = new pulumi.Config("compute").get("defaultTags")?.trim();
  if (text === undefined || text === "") return undefined;
  if (!/^[[{"]/.test(text)) return text.split(",").flatMap((tag) => tag.trim() || []);
  const tags = parsed(text);
  if (Array.isArray(tags) && tags.every((tag): tag is string => typeof tag === "string" && tag !== "")) return tags;
  throw new Error(
    'Invalid compute:defaultTags. Use an array of tags, or a comma-separated string such as "team-a,prod".',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns an output only if one of the lists is an output, so that preview shows every tag that is known. */
function merged(own: unknown, defaults: NonNullable<Tags>): unknown {
  const isList = (tags: unknown): tags is readonly unknown[] => Array.isArray(tags);
  const mine = own ?? [];
  if (isList(mine) && isList(defaults)) return union(mine, defaults);
  return pulumi.all([mine, defaults]).apply(([a, b]) => (isList(a) && isList(b) ? union(a, b) : (a ?? b)));
}

function union(own: readonly unknown[], defaults: readonly unknown[]): readonly unknown[] {
  return [...own, ...defaults.filter((tag) => !own.includes(tag))];
}
