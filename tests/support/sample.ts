import type { Values } from "../../provider/definition/values";

/** Valid inputs of a resource type, and for each of them another value that is valid with the rest. */
interface Variant {
  readonly args: Values;
  readonly others: Values;
}

/** What the contract tests need for a resource type besides its definition. */
export interface Sample {
  /** Together they contain every input of the resource type; the first contains as many as can be combined. */
  readonly variants: readonly [Variant, ...Variant[]];
  /** What the API returns for a resource with these inputs, besides the inputs themselves. */
  readonly shows: (args: Values) => Values;
}
