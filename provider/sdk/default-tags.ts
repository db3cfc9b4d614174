import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { parsedTags, unionOfTags } from "../shared/default-tags";
import { providerOf } from "./provider";

type Tags = pulumi.Input<readonly pulumi.Input<string>[]> | undefined;

/** The default tags in the stack config, as it has them; as a secret if it is one there, which the resources' tags then are, too. */
export function configuredTags(): pulumi.Input<string> | undefined {
  const config = new pulumi.Config("compute");
  // Not among the SDK's declarations.
  const { isConfigSecret } = pulumi.runtime as unknown as { readonly isConfigSecret?: (key: string) => boolean };
  return isConfigSecret?.("compute:defaultTags") ? config.getSecret("defaultTags") : config.get("defaultTags");
}

/** Adds the default tags after the resource's own; a default tag that the resource already has is not repeated. */
export function withDefaultTags(
  definition: Definition,
  args: Values | undefined,
  opts: pulumi.CustomResourceOptions,
): Values | undefined {
  // A resource from `get` is only read.
  if (definition.args.tags === undefined || opts.id !== undefined) return args;
  const defaults = providerOf(opts)?.computeDefaultTags ?? parsedFrom(configuredTags());
  const areNone = Array.isArray(defaults) && defaults.length === 0;
  return areNone ? args : { ...args, tags: merged(args?.tags, defaults) };
}

function parsedFrom(tags: pulumi.Input<string> | undefined): NonNullable<Tags> {
  return pulumi.Output.isInstance(tags) ? pulumi.output(tags).apply(parsedTags) : parsedTags(tags);
}

/** Returns an output only if one of the lists is an output, so that preview shows every tag that is known. */
function merged(own: unknown, defaults: NonNullable<Tags>): unknown {
  const isList = (tags: unknown): tags is readonly unknown[] => Array.isArray(tags);
  const mine = own ?? [];
  if (isList(mine) && isList(defaults)) return unionOfTags(mine, defaults);
  return pulumi.all([mine, defaults]).apply(([a, b]) => (isList(a) && isList(b) ? unionOfTags(a, b) : (a ?? b)));
}
