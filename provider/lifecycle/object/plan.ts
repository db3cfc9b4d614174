import { CloudError } from "../../api/errors";
import { isSentIn } from "../../definition/argument";
import type { Definition } from "../../definition/definition";
import type { HasStatus, Step } from "../../definition/step";
import { hasUnknown, isUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import type { Wanted } from "../state";
import { sentence } from "../wording";

/** One change of an update in place: its requests, and the inputs that they apply. */
export interface Change {
  readonly names: readonly string[];
  /** Separate requests for a single name. Undefined if one PUT carries all names. */
  readonly steps?: readonly Step[];
}

/**
 * The requests that apply the named inputs, in order. A preview prints them, and an update sends them.
 * @param live provides the status; idle if `needsSteps` returns true
 */
export function planChanges(
  { definition, args }: Wanted,
  names: readonly string[],
  live: HasStatus,
): readonly Change[] {
  let { status } = live;
  const inSteps = (name: string): Change => {
    const steps = definition.args[name]?.change?.steps?.(args, { status }) ?? [];
    for (const { reaches } of steps) status = reaches ?? status;
    return { names: [name], steps };
  };
  const withSteps = (order?: "first" | "last"): Change[] =>
    names
      .filter((name) => needsSteps(definition, [name]) && definition.args[name]?.change?.order?.(args) === order)
      .map(inSteps);
  const inBody = names.filter((name) => {
    const rule = definition.args[name];
    return rule !== undefined && isSentIn(rule, "update");
  });
  return [
    ...withSteps("first"),
    ...(inBody.length > 0 ? [{ names: inBody }] : []),
    ...withSteps(),
    ...withSteps("last"),
  ];
}

/** Whether some of the inputs have separate endpoints, whose requests depend on the resource's status. */
export function needsSteps(definition: Definition, names: readonly string[]): boolean {
  return names.some((name) => definition.args[name]?.change?.steps !== undefined);
}

/**
 * The plan as text. Undefined for at most one PUT, which adds nothing to the engine's display.
 * @param unknown names of the inputs whose requests are not known yet
 */
export function describePlan(changes: readonly Change[], unknown: readonly string[] = []): string | undefined {
  const plan = changes.filter(({ steps }) => steps?.length !== 0);
  if (plan.every(({ steps }) => steps === undefined)) return undefined;
  const requests = plan.map(
    ({ names, steps }) => `${steps ? steps.map(inWords).join(", ") : "PUT"} (${names.join(", ")})`,
  );
  const rest = unknown.length > 0 ? `; not known yet: ${unknown.join(", ")}` : "";
  return `Requests, in this order: ${requests.join("; ")}${rest}`;
}

function inWords({ action, putsOnlyEntry }: Step): string {
  return `${putsOnlyEntry ? "PUT" : "POST"} ${action}`;
}

/** @throws CloudError if one of the named inputs cannot be changed */
export function throwIfRejected({ definition, args }: Wanted, names: readonly string[]): void {
  const rejections = rejectionsOf(definition, args, names);
  if (rejections.length > 0) throw rejectedChange(rejections);
}

/** Why some of the named inputs cannot be changed; empty if all can. */
export function rejectionsOf(definition: Definition, args: Values, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const wanted = args[name];
    const isUnknown = isUnset(wanted) || hasUnknown(wanted);
    const refusal = isUnknown ? undefined : definition.args[name]?.change?.refusal?.(wanted, args);
    return refusal === undefined ? [] : [`${name} cannot be changed: ${refusal}`];
  });
}

/** The error for a change that cannot be made at all, with all reasons. */
export function rejectedChange(rejections: readonly string[]): CloudError {
  return new CloudError(rejections.map(sentence).join(" "));
}
