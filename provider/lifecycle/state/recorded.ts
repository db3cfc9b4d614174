import type { Values } from "../../definition/values";
import { messageOf } from "../wording";

/** A resource as it is, or is to be, in the engine's state. */
export interface Recorded {
  /** The Pulumi id. */
  readonly id: string;
  /** The outputs, including the hidden ones. */
  readonly state: Values;
}

/** The object exists and must reach the state, but the operation is not complete. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
  constructor(
    readonly recorded: Recorded,
    cause: unknown,
  ) {
    super(messageOf(cause));
  }
}
