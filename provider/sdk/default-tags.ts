import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { parsedTags, unionOfTags } from "../shared/default-tags";
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
  const defaults = providerOf(opts)?.computeDefaultTags ?? parsedTags(new pulumi.Config("compute").get("defaultTags"));
  const areNone = Array.isArray(defaults) && defaults.length === 0;
  return areNone ? args : { ...args, tags: merged(args?.tags, defaults) };
}

/** Returns an output only if one of the lists is an output, so that preview shows every tag that is known. */
function merged(own: unknown, defaults: NonNullable<Tags>): unknown {
  const isList = (tags: unknown): tags is readonly unknown[] => Array.isArray(tags);
  const mine = own ?? [];
  if (isList(mine) && isList(defaults)) return unionOfTags(mine, defaults);
  return pulumi.all([mine, defaults]).apply(([a, b]) => (isList(a) && isList(b) ? unionOfTags(a, b) : (a ?? b)));
}
