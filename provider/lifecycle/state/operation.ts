import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Context, Deadline } from "./context";

/** What is asked for of a kind of resources, and the world around. */
export interface Asked<Kind extends Definition = Definition> {
  readonly definition: Kind;
  readonly args: Values;
  readonly context: Context;
}

/** One operation on a resource: what the engine needs wherever it works on it. */
export interface Operation<Kind extends Definition = Definition> extends Asked<Kind> {
  readonly deadline: Deadline;
}

/** One on an object that exists. */
export interface ObjectOperation extends Operation {
  readonly id: string;
}

/** An object, and who asks for it; without a deadline, for as long as any request. */
export interface ObjectRead extends Pick<ObjectOperation, "definition" | "id" | "context"> {
  readonly deadline?: Deadline | undefined;
}

/** What is asked for of a resource that is in the state; its deadline is still to be set. */
export interface ResourceOperation<Kind extends Definition = Definition> extends Asked<Kind> {
  readonly id: string;
}
