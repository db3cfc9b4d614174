import type { Values } from "../../provider/definition/values";

/** Valid arguments of a kind, and for each of them another valid value beside the rest. */
interface Variant {
  readonly args: Values;
  readonly others: Values;
}

/** What the contract tests need to know of a kind that its definition does not say. */
export interface Sample {
  /** Together they hold every argument of the kind; the first holds as many as can stand together. */
  readonly variants: readonly [Variant, ...Variant[]];
  /** What the service shows of an object with these arguments, beyond the arguments themselves. */
  readonly shows: (args: Values) => Values;
}
