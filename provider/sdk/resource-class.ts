import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { ComputeResource, isOfKind } from "./resource";
import type { Outputs } from "./resource";

/** What the class of a resource type inherits: a constructor that takes its inputs, and instances with its outputs. */
export interface ResourceClass<Resource, Args, State> {
  new (name: string, args: Args, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource & Outputs<State>;
  /** Whether the value is a resource of this type, from any copy of this package, or an object with its type token, as policies pass. */
  isInstance(value: unknown): value is Resource;
}

/**
 * The base of the public class of a resource type: `class Domain extends resourceClass<Domain, DomainArgs, DomainState>(domain) {}`.
 * If its resources can be read, the public class declares its own `get`: only that class knows what to construct, because `this` may
 * be a subclass in the program whose constructor would create a resource. See docs/decisions/0015-resource-classes.md.
 */
export function resourceClass<Resource, Args, State>(definition: Definition): ResourceClass<Resource, Args, State> {
  class OfKind extends ComputeResource {
    constructor(name: string, args: Values, opts?: pulumi.CustomResourceOptions) {
      super(definition, name, { ...args }, opts);
    }

    static override isInstance(value: unknown): value is OfKind {
      return isOfKind(definition, value);
    }
  }
  // Pulumi adds the outputs to the resource, under the names that are passed to the constructor.
  return OfKind as unknown as ResourceClass<Resource, Args, State>;
}
