import type { Definition } from "../../definition/definition";
import type { Wanted } from "../state";
import type { Context } from "./context";

/** The same, and the world around. */
export interface Asked<Kind extends Definition = Definition> extends Wanted<Kind> {
  readonly context: Context;
}

/** When the operation must be over, in the clock's milliseconds, and what to call that limit. */
export interface Deadline {
  readonly at: number;
  readonly seconds: number;
  readonly operation: "create" | "update" | "delete";
}

/** How long something may take, and what it needs to wait. */
export interface Timed {
  readonly deadline: Deadline;
  readonly context: Context;
}

/** One operation on a resource: what the lifecycle needs wherever it works on it. */
export interface Operation<Kind extends Definition = Definition> extends Asked<Kind>, Timed {}

/** One on an object that exists. */
export interface ObjectOperation extends Operation {
  readonly id: string;
}

/** An object that is read; without a deadline, for as long as any request may take. */
export interface ObjectRead {
  readonly definition: Definition;
  readonly id: string;
  readonly context: Context;
  readonly deadline?: Deadline | undefined;
}

/** An object that is waited for. */
export interface ObjectWait extends ObjectRead, Timed {
  readonly deadline: Deadline;
}

/** What is asked for of a resource that is in the state; its deadline is still to be set. */
export interface ResourceOperation<Kind extends Definition = Definition> extends Asked<Kind> {
  readonly id: string;
}
