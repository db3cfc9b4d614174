import type { Values } from "../../definition/values";
import { messageOf } from "../wording";

/** A resource as the engine's state has it, or is to have it. */
export interface Recorded {
  /** The Pulumi id. */
  readonly id: string;
  /** The outputs, the hidden ones included. */
  readonly state: Values;
}

/** The object exists and must reach the state, but not all that was asked for is done. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
  constructor(
    readonly recorded: Recorded,
    cause: unknown,
  ) {
    super(messageOf(cause));
  }
}
