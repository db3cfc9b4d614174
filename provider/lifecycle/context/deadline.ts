import type { Clock } from "../../api/clock";
import type { Asked, Deadline } from "./operation";
import { optionsOf, originOf } from "../state";

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
