import type { ActionDefinition } from "../../definition/action";
import type { Operation } from "../state";

/** One run of an action. */
export interface ActionOperation extends Operation<ActionDefinition> {
  /** The id in the state, where there is one already. */
  readonly id?: string;
}
