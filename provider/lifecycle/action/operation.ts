import type { ActionDefinition } from "../../definition/action";
import type { Operation } from "../context";

/** One run of an action. */
export interface ActionOperation extends Operation<ActionDefinition> {
  /** The id in the state, if there is one already. */
  readonly id?: string;
}
