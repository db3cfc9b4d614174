import { isDeepStrictEqual } from "node:util";
import { effectiveValue, valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/values";
import {
  OPTIONS,
  isIgnored,
  isReplacedOnChange,
  optionsOf,
  appliedOf,
  deletesFirst,
  isInSync,
  isSame,
  liveState,
  sourceOf,
  serverValueOf,
} from "../state";
import type { Recorded, Wanted } from "../state";
import { planChanges, printed, refusalsOf } from "./plan";

/** A part of an argument that differs: `records[3]`. */
export interface Part {
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
}

/** A member of a set that is there, wanted, or both, with its index in the state's and in the arguments' array. */
export interface MemberChange {
  /** The argument that holds the members. */
  readonly name: string;
  readonly title: string;
  readonly had?: number;
  readonly wanted?: number;
}

export interface Difference {
  /** Names of the arguments that differ, including the hidden options. */
  readonly changed: readonly string[];
  readonly replaces: readonly string[];
  /** Those of them that are still unknown: if they turn out to be equal, the object stays. */
  readonly undecided: readonly string[];
  /** The differences in detail, where an index-by-index comparison would show something else. */
  readonly parts?: readonly Part[];
  /** Of a set: the members that differ. */
  readonly members?: readonly MemberChange[];
  readonly deleteBeforeReplace: boolean;
  /** The last operation did not finish; nothing in the inputs shows it. */
  readonly unfinished: boolean;
  /** Information for the user before the change is made. */
  readonly notices: readonly string[];
  /** Why the change cannot be made at all. */
  readonly refusals: readonly string[];
}

/** What must change to make the object in the state what the arguments ask for. Pure and offline. */
export function diff({ definition, args }: Wanted, { id, state }: Recorded): Difference {
  const changed = outOfSync(definition, state, args);
  const { decided, undecided, replaces } = replacementsOf({ definition, args }, changed);
  const { importStays } = optionsOf(args);
  const byOption = changed.filter((name) => isReplacedOnChange(args, name));
  const certain = [...new Set([...decided, ...byOption.filter((name) => !hasUnknown(args[name]))])];
  const inPlace = replaces.length + byOption.length > 0 ? [] : changed;
  const unfinished = appliedOf(state).unfinished === true;
  const refusals = refusalsOf(definition, args, inPlace);
  const isKnown = (name: string): boolean => !hasUnknown(args[name]);
  // What is resumed first is not known here.
  const plan =
    refusals.length > 0 || unfinished ? [] : planChanges({ definition, args }, inPlace.filter(isKnown), state);
  const requests = printed(
    plan,
    inPlace.filter((name) => !isKnown(name)),
  );
  const hidden = isDeepStrictEqual(optionsOf(state).timeouts, optionsOf(args).timeouts) ? [] : [OPTIONS];
  return {
    changed: [...changed, ...hidden, ...contentToRemember(definition, state, args)],
    replaces,
    undecided,
    // Even if nothing replaces here: the user's replaceOnChanges may.
    deleteBeforeReplace: deletesFirst(definition, state, args),
    unfinished,
    notices: [
      ...(replaces.length > 0 ? replaces : inPlace).flatMap((name) => {
        const notice = definition.args[name]?.change?.notice;
        return notice === undefined ? [] : [`${name}: ${notice}`];
      }),
      ...(requests === undefined ? [] : [requests]),
      ...(importStays && decided.length === 0 ? undecided.map((name) => mayReplaceImported(definition, name)) : []),
      // None of the user's properties shows it.
      ...(changed.length === 0 && hidden.length > 0 ? ["customTimeouts: saved in state; no request is sent"] : []),
    ],
    refusals: [
      ...refusals,
      ...(importStays && certain.length > 0 ? [replacesImported(definition, certain)] : []),
      ...(decided.length > 0 ? copiesItself(definition, args, id) : []),
    ],
  };
}

/**
 * Which of the changed arguments replace the object: those whose value is known, those whose value may still turn out to be equal, and
 * those that count. While the `import` option is set, an unknown value does not replace yet; if it turns out to differ, the update is
 * refused.
 */
function replacementsOf({ definition, args }: Wanted, changed: readonly string[]) {
  const replacing = changed.filter((name) => definition.args[name]?.change?.replaces);
  const decided = replacing.filter((name) => !hasUnknown(args[name]));
  const undecided = replacing.filter((name) => hasUnknown(args[name]));
  return { decided, undecided, replaces: optionsOf(args).importStays ? decided : replacing };
}

/**
 * The first content that the program names counts as that of an imported object; an update that sends nothing records
 * it.
 */
function contentToRemember({ creation }: Definition, state: Values, args: Values): string[] {
  const content = creation?.upload;
  if (!content || args[content.hash] === undefined || isIgnored(args, content.hash)) return [];
  return isLeftByImport(state, content.hash) ? [content.hash] : [];
}

function isLeftByImport(state: Values, name: string): boolean {
  return state[name] === undefined && optionsOf(state).import !== undefined;
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

function mayReplaceImported({ noun }: Definition, name: string): string {
  return (
    `${name}: not known yet. Remove the \`import\` option, which is no longer needed: if the value differs, \`pulumi up\` will fail, ` +
    `because \`import\` requires the existing ${noun}.`
  );
}

/** Names of the arguments that differ from the live values in the state. */
function outOfSync(definition: Definition, state: Values, args: Values): string[] {
  const applied = appliedOf(state);
  return Object.entries(definition.args)
    .filter(([name, rule]) => {
      const wanted = args[name];
      if (isIgnored(args, name)) return false;
      if (rule.change?.onlyAtCreate) return hasUnknown(wanted);
      if (wanted === undefined) {
        if (!applied.args.includes(name)) return false;
        const removed = valueWhenRemoved(rule, state);
        const implied = effectiveValue(definition, name, args) ?? removed;
        const isDefaultKnown = rule.change?.replaces === true || removed !== undefined;
        return isDefaultKnown && !isSame(rule, [implied, state[name]], args);
      }
      // The write-only arguments of an imported object are not known.
      const isUnreadable = rule.writeOnly && isLeftByImport(state, name);
      if (isUnreadable && rule.change?.replaces) return false;
      return !isInSync(rule, [wanted, state[name]], { args, spelling: serverValueOf(state, name) });
    })
    .map(([name]) => name);
}

/** The same, compared with the live object instead. */
export function outOfSyncWithLive({ definition, args }: Wanted, state: Values, live: Values): string[] {
  const now = liveState(definition, live, { ...args, ...unreadableOf(definition, state) });
  return outOfSync(definition, { ...state, ...now }, args);
}

/** The state's values of the arguments for which the live object does not count. */
function unreadableOf(definition: Definition, state: Values): Values {
  return Object.fromEntries(
    Object.entries(definition.args)
      .filter(([, rule]) => rule.writeOnly || rule.read?.ignoresDrift)
      .map(([name]) => [name, state[name]]),
  );
}
