import type { Values } from "../../definition/values";

/** The object exists and its id must reach the state, but not all that was asked for is done. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
  constructor(
    readonly objectId: string,
    readonly state: Values,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}
