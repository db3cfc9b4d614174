import { isDeepStrictEqual } from "node:util";
import { effectiveValue, replaces, valueWhenRemoved, isSentIn } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown, isUnset } from "../../definition/values";
import {
  OPTIONS,
  isIgnored,
  isReplacedOnChange,
  optionsOf,
  appliedOf,
  deletesFirst,
  isInSync,
  isSame,
  sourceOf,
  serverValueOf,
  unknownSinceImport,
} from "../state";
import type { Recorded, Wanted } from "../state";
import { commaList, sentence } from "../wording";
import { CloudError } from "../../api/errors";
import { listIn } from "../../definition/step";
import type { HasStatus, Step } from "../../definition/step";
import { difference } from "./difference";

/** An input that differs, or a part of one: `records[3]`. */
export interface ChangedPart {
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
}

/** A changed record of a set: `had` is its index in the state, `wanted` its index in the program, where it exists. */
export interface RecordChange {
  readonly title: string;
  readonly had: number | undefined;
  readonly wanted: number | undefined;
}

export interface Difference {
  /** Names of the inputs that differ, including the hidden `OPTIONS`. */
  readonly changed: readonly string[];
  readonly replaces: readonly string[];
  /** Inputs that would force a replacement but are still unknown. If they turn out to be equal, nothing is replaced. */
  readonly undecided: readonly string[];
  /** The detailed diff. */
  readonly parts: readonly ChangedPart[];
  /** For a set: which of its `records` change. */
  readonly records?: readonly RecordChange[];
  readonly deleteBeforeReplace: boolean;
  /** The last operation did not finish. The inputs may show no difference in this case. */
  readonly unfinished: boolean;
  /** The bridged provider has recorded the resource, so an update must record it. The inputs may show no difference in this case. */
  readonly moved?: boolean;
  /** Informational messages about the planned change. */
  readonly notices: readonly string[];
  /** What an update in place destroys. */
  readonly losses?: readonly string[];
  /** Inputs whose out-of-band changes an update in place does not undo, as far as they are known. */
  readonly leaves?: readonly string[];
  /** Why the change is impossible; empty if it is possible. */
  readonly rejections: readonly string[];
}

/**
 * Compares the state with the inputs. Pure and offline.
 * @param now the state as the live object shows it, if that is known: what it has already needs no request
 */
export function diff({ definition, args }: Wanted, { id, state }: Recorded, now = state): Difference {
  const changed = outOfSync({ definition, args }, state);
  const { moved = false } = appliedOf(state);
  // The engine shows that the provider of a moved resource changes, and nothing else must be shown if nothing is sent.
  const recorded = moved ? [] : unknownSinceImport({ definition, args }, state);
  const { importStays } = optionsOf(args);
  const { decided, undecided, replaces } = replacementsOf({ definition, args }, changed, importStays ?? moved);
  const byOption = [...changed, ...recorded].filter((name) => isReplacedOnChange(args, name));
  const certain = [...new Set([...decided, ...byOption.filter((name) => !hasUnknown(args[name]))])];
  const { sends, has, leaves } = treatmentOf({ definition, args }, state, now);
  const isInPlace = replaces.length + byOption.length === 0;
  const inPlace = isInPlace ? sends : [];
  const applied = inPlace.flatMap((name) => definition.args[name]?.change?.applies ?? []);
  const onlyNoted = recorded.filter((name) => !applied.includes(name));
  const unfinished = appliedOf(state).unfinished === true;
  const rejections = rejectionsOf(definition, args, inPlace);
  const isKnown = (name: string): boolean => !hasUnknown(args[name]);
  // An unfinished operation is resumed first, with a result that is not known here.
  const plan = rejections.length > 0 ? [] : planChanges({ definition, args }, inPlace.filter(isKnown), now);
  const unknown = inPlace.filter((name) => !isKnown(name));
  const requests = unfinished ? undefined : describePlan(plan, unknown);
  const areTimeoutsKept = isDeepStrictEqual(optionsOf(state).timeouts, optionsOf(args).timeouts);
  const hidden = areTimeoutsKept || moved ? [] : [OPTIONS];
  const all = [...changed, ...hidden, ...recorded];
  return {
    changed: all,
    parts: all.map((name) => wholeInput(name, state, args)),
    replaces,
    undecided,
    // Set even if `replaces` is empty: the user's replaceOnChanges may force a replacement.
    deleteBeforeReplace: deletesFirst(definition, state, args),
    unfinished,
    moved,
    losses: declared(definition, "loses", [...plan.flatMap(appliers), ...unknown]),
    leaves: isInPlace ? leaves : [],
    notices: [
      ...declared(definition, "notice", replaces.length > 0 ? replaces : inPlace),
      ...(requests === undefined ? [] : [requests]),
      ...appliedLater(definition, inPlace),
      ...(isInPlace && has.length > 0 ? [alreadyThere(definition, has)] : []),
      ...(onlyNoted.length > 0 ? [onlyRecorded(definition, onlyNoted)] : []),
      ...(importStays && decided.length === 0 ? undecided.map((name) => mayReplaceImported(definition, name)) : []),
      // Otherwise, nothing would explain this update to the user.
      ...(changed.length === 0 && hidden.length > 0 ? ["customTimeouts: saved in state; no request is sent"] : []),
      ...(moved ? [movedFrom(definition, inPlace.length > 0)] : []),
      // The engine shows the values that the bridged provider has recorded.
      ...(moved && inPlace.length > 0
        ? [`live now: ${inPlace.map((name) => difference({ definition, args }, name, state[name])).join(", ")}`]
        : []),
    ],
    rejections: [
      ...rejections,
      ...(importStays && certain.length > 0 ? [replacesImported(definition, certain)] : []),
      ...(moved && certain.length > 0 ? [replacesMoved(definition, certain)] : []),
      ...(decided.length > 0 ? copiesItself(definition, args, id) : []),
    ],
  };
}

export function wholeInput(path: string, state: Values, args: Values): ChangedPart {
  return { path, kind: isUnset(args[path]) ? "delete" : isUnset(state[path]) ? "add" : "update" };
}

/**
 * Splits the changes that force a replacement into known values (`decided`) and unknown ones, which may turn out to be equal (`undecided`).
 * `replaces` contains both, except for a resource that must stay, because the `import` option is set or it moves: then an unknown value does
 * not replace, and the update fails if it turns out to differ.
 */
function replacementsOf({ definition, args }: Wanted, changed: readonly string[], mustStay: boolean) {
  // What must stay must not lose its data either.
  const replacing = changed.filter((name) => replaces(definition.args[name], mustStay ? undefined : args));
  const decided = replacing.filter((name) => !hasUnknown(args[name]));
  const undecided = replacing.filter((name) => hasUnknown(args[name]));
  return { decided, undecided, replaces: mustStay ? decided : replacing };
}

/** What the definition says about changes of these inputs. */
function declared({ args }: Definition, what: "loses" | "notice", names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const said = args[name]?.change?.[what];
    return said === undefined ? [] : [`${name}: ${said}`];
  });
}

/** Inputs that only the steps of another input apply, which has not changed. */
function appliedLater({ args: rules }: Definition, names: readonly string[]): string[] {
  const appliers = Object.entries(rules).flatMap(([name, { change }]) =>
    (change?.applies ?? []).map((applied) => [applied, name] as const),
  );
  return names
    .filter((name) => rules[name]?.change?.replaces && !rules[name].change.steps)
    .flatMap((name) => {
      const by = appliers.filter(([applied]) => applied === name).map(([, applier]) => applier);
      const isLater = !by.some((applier) => names.includes(applier));
      return isLater ? [`${name}: only recorded in state; the next change of ${commaList(by)} applies it`] : [];
    });
}

/** The input whose steps are the change. */
function appliers({ names, steps = [] }: Change): readonly string[] {
  return steps.length > 0 ? names.slice(0, 1) : [];
}

function alreadyThere({ noun }: Definition, names: readonly string[]): string {
  return `${commaList(names)}: the ${noun} already has it; no request is sent for it`;
}

function onlyRecorded({ noun }: Definition, names: readonly string[]): string {
  return (
    `${commaList(names)}: only recorded in state, because the API does not show what the imported ${noun} has; no request is sent. To apply ` +
    "another value, change it after this update."
  );
}

function movedFrom({ bridged }: Definition, isSent: boolean): string {
  return `moved from ${bridged?.type ?? "the bridged provider"}; ${isSent ? "only the differences are sent" : "nothing is sent"}`;
}

function copiesItself(definition: Definition, args: Values, id: string | undefined): string[] {
  const source = sourceOf(definition, args);
  if (source === undefined || source.id !== id) return [];
  return [
    `${source.path} names the ${definition.noun} that this change would replace and delete. Name another one. Nothing was changed.`,
  ];
}

function replacesImported(definition: Definition, replaces: readonly string[]): string {
  return (
    `Remove the \`import\` option, or keep ${replaces.join(", ")} unchanged: the change would replace the ${definition.noun}, but ` +
    "`import` requires the existing one. Nothing was changed."
  );
}

/** The old resource of a replacement is still that of the bridged provider, which would have to delete it. */
function replacesMoved({ noun, bridged }: Definition, replaces: readonly string[]): string {
  return (
    `Keep ${replaces.join(", ")} as the ${noun} has it while it moves from ${bridged?.type ?? "the bridged provider"}: the change would replace ` +
    `it. Change it in a later update. Nothing was changed.`
  );
}

function mayReplaceImported({ noun }: Definition, name: string): string {
  return (
    `${name}: not known yet. Remove the \`import\` option, which is no longer needed: if the value differs, \`pulumi up\` will fail, ` +
    `because \`import\` requires the existing ${noun}.`
  );
}

/** Names of the inputs that differ from the live values in state. */
function outOfSync({ definition, args }: Wanted, state: Values): string[] {
  const applied = appliedOf(state);
  const unknown = unknownSinceImport({ definition, args }, state);
  return Object.entries(definition.args)
    .filter(([name, rule]) => {
      const wanted = args[name];
      if (isIgnored(args, name) || unknown.includes(name)) return false;
      if (rule.sent?.in === "creation") return hasUnknown(wanted);
      // Uncertainty must not replace the resource.
      const isUnconfirmed = applied.unconfirmed?.includes(name) === true && !replaces(rule, args);
      if (wanted === undefined) {
        if (!applied.args.includes(name)) return false;
        const removed = valueWhenRemoved(rule, state);
        const implied = effectiveValue(definition, name, args) ?? removed;
        const isDefaultKnown = rule.change?.replaces !== undefined || removed !== undefined;
        return isDefaultKnown && (isUnconfirmed || !isSame(rule, [implied, state[name]], args));
      }
      return isUnconfirmed || !isInSync(rule, [wanted, state[name]], { args, returned: serverValueOf(state, name) });
    })
    .map(([name]) => name);
}

/** What an update in place does with the inputs that differ from the state, or from the live object. */
export interface Treatment {
  /** Differ from both, so they are sent. */
  readonly sends: readonly string[];
  /** Differ from the state, but the live object has them already. */
  readonly has: readonly string[];
  /** Differ only from the live object: no preview shows them, so the update leaves them. */
  readonly leaves: readonly string[];
}

/**
 * The one rule for what an update in place sends: the inputs that any preview shows, because they differ from the state, unless the live
 * object has them already. Each is sent whole, except for what its `mergedIntoLive` takes from the live object.
 * @param now the state as the live object shows it
 */
export function treatmentOf({ definition, args }: Wanted, state: Values, now: Values): Treatment {
  const changed = outOfSync({ definition, args }, state);
  const differing = outOfSync({ definition, args }, now);
  const sends = changed.filter((name) => differing.includes(name));
  const applied = sends.flatMap((name) => definition.args[name]?.change?.applies ?? []);
  return {
    sends,
    has: changed.filter((name) => !differing.includes(name)),
    leaves: differing.filter((name) => args[name] !== undefined && ![...changed, ...applied].includes(name)),
  };
}

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
  const appliedBy = (name: string): string[] =>
    (definition.args[name]?.change?.applies ?? []).filter((other) => names.includes(other));
  const applied = names.flatMap(appliedBy);
  const inSteps = (name: string): Change => {
    const steps = stepsOf({ definition, args }, name, { status });
    for (const { until } of steps) if (typeof until === "string") status = until;
    return { names: [name, ...appliedBy(name)], steps };
  };
  const withSteps = (order?: "first" | "last"): Change[] =>
    names
      .filter((name) => !applied.includes(name) && needsSteps(definition, [name]))
      .filter((name) => definition.args[name]?.change?.order?.(args) === order)
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

/** The requests of an input with separate endpoints; none if the change is impossible. */
export function stepsOf({ definition, args }: Wanted, name: string, live: HasStatus): readonly Step[] {
  const steps = definition.args[name]?.change?.steps?.(args, live);
  return typeof steps === "object" ? steps : [];
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
    ({ names, steps }) => `${steps ? steps.map(stepInWords).join(", ") : "PUT"} (${names.join(", ")})`,
  );
  const rest = unknown.length > 0 ? `; not known yet: ${unknown.join(", ")}` : "";
  return `Requests, in this order: ${requests.join("; ")}${rest}`;
}

function stepInWords(step: Step): string {
  const list = listIn(step);
  return list === undefined ? `${step.method ?? "POST"} ${step.action}` : `PUT ${list}`;
}

/** @throws CloudError if one of the named inputs cannot be changed */
export function throwIfRejected({ definition, args }: Wanted, names: readonly string[]): void {
  const rejections = rejectionsOf(definition, args, names);
  if (rejections.length > 0) throw rejectedChange(rejections);
}

/** Why some of the named inputs cannot be changed; empty if all can. */
function rejectionsOf(definition: Definition, args: Values, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const wanted = args[name];
    const isUnknown = isUnset(wanted) || hasUnknown(wanted);
    const reason = isUnknown ? undefined : definition.args[name]?.change?.steps?.(args, {});
    return typeof reason === "string" ? [`${name} cannot be changed: ${reason}`] : [];
  });
}

/** The error for a change that cannot be made at all, with all reasons. */
export function rejectedChange(rejections: readonly string[]): CloudError {
  return new CloudError(rejections.map(sentence).join(" "));
}
