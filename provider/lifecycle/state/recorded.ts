import type { Values } from "../../definition/values";

/** A resource as the engine's state has it, or is to have it. */
export interface Recorded {
  /** The Pulumi id. */
  readonly id: string;
  /** The outputs, the hidden ones included. */
  readonly state: Values;
}
