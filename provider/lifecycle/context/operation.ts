import type { Definition } from "../../definition/definition";
import { optionsOf, originOf } from "../state";
import type { Wanted } from "../state";
import type { Context } from "./context";
import type { Clock } from "../../api/clock";

/** The same, with the context of the call. */
export interface Asked<Kind extends Definition = Definition> extends Wanted<Kind> {
  readonly context: Context;
}

/** When an operation must be over, in the clock's milliseconds, and how messages name that limit. */
export interface Deadline {
  readonly at: number;
  readonly seconds: number;
  readonly operation: "create" | "update" | "delete";
}

/** What anything needs that waits. */
export interface Timed {
  readonly deadline: Deadline;
  readonly context: Context;
}

/** One operation on a resource. */
export interface Operation<Kind extends Definition = Definition> extends Asked<Kind>, Timed {}

/** One operation on an existing object. */
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

/** The same for a resource in the state, before its deadline is set. */
export interface ResourceOperation<Kind extends Definition = Definition> extends Asked<Kind> {
  readonly id: string;
}

/** The deadline of an operation that starts now: from `customTimeouts`, or else from the kind. */
export function deadlineFor(
  operation: Deadline["operation"],
  { definition, args, context: { clock } }: Asked,
): Deadline {
  const ofOrigin = operation === "create" ? originOf(definition, args)?.createSec : undefined;
  const seconds = optionsOf(args).timeouts?.[operation] ?? ofOrigin ?? definition.deadlines[`${operation}Sec`];
  return { at: clock.now() + seconds * 1000, seconds, operation };
}

/** The same duration, starting now. */
export function restarted(deadline: Deadline, clock: Clock): Deadline {
  return { ...deadline, at: clock.now() + deadline.seconds * 1000 };
}
