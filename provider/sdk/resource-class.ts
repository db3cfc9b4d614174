import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { ComputeResource, isOfKind } from "./resource";
import type { Outputs } from "./resource";

/** What the class of a kind inherits: a constructor that takes the kind's arguments, and resources with its outputs. */
export interface ResourceClass<Resource, Args, State> {
  new (name: string, args: Args, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource & Outputs<State>;
  /** Whether it is a resource of this kind, from any copy of this package; policies ask with a type token. */
  isInstance(value: unknown): value is Resource;
}

/**
 * What the public class of a kind extends, and names itself to: `class Domain extends resourceClass<Domain, DomainArgs, DomainState>(domain) {}`.
 * A kind whose objects can be read writes its `get` itself: only the class knows what to construct, because `this` may be a class of
 * the program's, whose constructor would create another. Why, and how arguments keep their name: docs/decisions/0019-resource-classes.md.
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
  // Pulumi gives the resource its outputs, by the names that it is constructed with.
  return OfKind as unknown as ResourceClass<Resource, Args, State>;
}
