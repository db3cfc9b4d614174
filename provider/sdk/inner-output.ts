import type * as pulumi from "@pulumi/pulumi";

/** The members of an output that Pulumi's own code uses, including internal ones. */
export interface Inner<T = unknown> {
  readonly isKnown: Promise<boolean>;
  promise(withUnknowns?: boolean): Promise<T>;
  /** Keeps the dependencies and whether the value is secret; with `runWithUnknowns`, also runs if the value is unknown. */
  apply<U>(func: (value: T) => Promise<U>, runWithUnknowns: true): pulumi.Output<U>;
}

export function innerOf<T>(output: pulumi.Output<T>): Inner<T> {
  return output as unknown as Inner<T>;
}
