import type { SetDefinition, SetRule } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { APPLIED, SERVER_VALUES, appliedOf, givenArguments, idOf, OPTIONS } from "../state";
import type { Applied } from "../state";
import type { Asked } from "../context";
import { takenOver } from "./plan";
import type { Plan } from "./plan";
import { asDeclared, fingerprintOf, fingerprintOfDeclared, keyOf } from "./members";
import type { Declared, MemberSpelling, Present } from "./members";

/** A member that belongs to the set; with its declaration, unless it still has to be brought in line with one. */
interface Own {
  readonly live: Values;
  readonly wanted?: Declared;
}

/** How far a set has got. */
export interface Ledger {
  /** Members that belong to the set, by id. */
  readonly own: Map<string, Own>;
  /** Ids of members that somebody else made. */
  readonly adopted: readonly string[];
  /** Former members whose DELETE was accepted. */
  readonly deleted: Map<string, Values>;
  /** Declared members that belong to another resource of the program. */
  readonly others: readonly Declared[];
  /** Declared members whose creation got no clear answer, by index. */
  readonly ambiguous: Map<number, Declared>;
  /** Fields of the parent, where spellings depend on them. */
  readonly parent: Values | undefined;
  /** A request may have changed something although its response was not a success. */
  isAmbiguous: boolean;
  wrote: boolean;
}

interface SetApplied extends Applied {
  /** Ids of the set's members that were there before it, made by somebody else. */
  readonly adopted?: readonly string[];
  readonly parent?: Values;
}

/** What is recorded encrypted: the contents of a member may be secret in the program. */
interface Hidden {
  readonly byId?: Readonly<Record<string, MemberSpelling>>;
  /** Members whose creation may have happened. States have them under this name. */
  readonly unclear?: readonly Values[];
}

export function parentOf(state: Values): Values | undefined {
  return (appliedOf(state) as SetApplied).parent;
}

export function adoptedIn(state: Values): readonly string[] {
  return (appliedOf(state) as SetApplied).adopted ?? [];
}

export function memberSpelling(state: Values, id: string): MemberSpelling | undefined {
  return hiddenOf(state).byId?.[id];
}

/** Members whose creation may have happened: if they show, they belong to the set. */
export function ambiguousOf(state: Values): readonly Values[] {
  return hiddenOf(state).unclear ?? [];
}

/** Ids of the members that belong to the set. */
export function ownIds({ set }: SetDefinition, state: Values): string[] {
  const ids = state[set.ids];
  return Array.isArray(ids) ? ids.map(String) : [];
}

function hiddenOf(state: Values): Hidden {
  return (state[SERVER_VALUES] as { readonly members?: Hidden } | undefined)?.members ?? {};
}

/** The Pulumi id of the set. */
export function setId(definition: SetDefinition, args: Values): string {
  return idOf(definition, args, { id: definition.set.members });
}

/**
 * The ledger before anything is written: the set has its former members, and whatever already is exactly as declared.
 */
export function beginLedger(
  { same, others, parent }: Plan,
  had: readonly Present[] = [],
  adopted: readonly string[] = [],
): Ledger {
  const undeclared = had.map(({ id, live }): [string, Own] => [id, { live }]);
  const declared = same.map(([wanted, { id, live }]): [string, Own] => [id, { live, wanted }]);
  return {
    own: new Map([...undeclared, ...declared]),
    others,
    ambiguous: new Map(),
    adopted,
    deleted: new Map(),
    parent,
    isAmbiguous: false,
    wrote: false,
  };
}

/** The state of a set that is as declared. */
export function finishedSet(asked: Asked<SetDefinition>, ledger: Ledger): Values {
  return stateOf(asked, ledger, {});
}

/** The state of a set that is not yet as declared. */
export function unfinishedSet(asked: Asked<SetDefinition>, ledger: Ledger): Values {
  return stateOf(asked, ledger, { unfinished: true });
}

function stateOf(
  { definition, args }: Asked<SetDefinition>,
  ledger: Ledger,
  progress: Pick<Applied, "unfinished">,
): Values {
  const { set } = definition;
  const owned = Array.from(ledger.own.values());
  const declared = [...ledger.others, ...owned.flatMap(({ wanted }) => wanted ?? [])];
  const extra = owned.filter(({ wanted }) => !wanted).map(({ live }) => asDeclared(set, live));
  const members = declared.sort((a, b) => a.index - b.index).map((one) => one.args);
  const adopted = ledger.adopted.filter((id) => ledger.own.has(id));
  const applied: SetApplied = {
    args: givenArguments(definition, args),
    ...(adopted.length > 0 ? { adopted } : {}),
    ...(ledger.parent ? { parent: ledger.parent } : {}),
    ...progress,
  };
  return {
    ...Object.fromEntries(Object.keys(definition.args).map((name) => [name, args[name]])),
    [set.members]: [...members, ...extra],
    [set.exclusive]: args[set.exclusive] ?? false,
    [set.ids]: idsOf(ledger.own.keys()),
    [APPLIED]: applied,
    ...(args[OPTIONS] === undefined ? {} : { [OPTIONS]: args[OPTIONS] }),
    ...remembered(definition, ledger),
  };
}

export function idsOf(ids: Iterable<string>): number[] {
  return Array.from(ids, Number).sort((a, b) => a - b);
}

function remembered({ set }: SetDefinition, { own, ambiguous }: Ledger): Values {
  const spellings = Array.from(own).flatMap(([id, { live, wanted }]): [string, MemberSpelling][] => {
    const answered = fingerprintOf(set.member, live);
    return wanted && keyOf(answered) !== wanted.key ? [[id, { sent: wanted.fingerprint, answered }]] : [];
  });
  const hidden: Hidden = {
    ...(spellings.length > 0 ? { byId: Object.fromEntries(spellings) } : {}),
    ...(ambiguous.size > 0 ? { unclear: Array.from(ambiguous.values(), ({ args }) => args) } : {}),
  };
  return Object.keys(hidden).length > 0 ? { [SERVER_VALUES]: { members: hidden } } : {};
}

/** Leaves out what creates of this set without a clear answer have made. */
export function isNotLost(set: SetRule, { parent }: Plan, state: Values): (present: Present) => boolean {
  const lost = new Set(ambiguousOf(state).map((one) => keyOf(fingerprintOfDeclared(set.member, one, parent))));
  return ({ key }) => !lost.has(key);
}

/** Ids of the members that somebody else made and that the set has. What an exclusive set finds in its part is its own. */
export function adoptedBy({ definition, args }: Asked<SetDefinition>, plan: Plan, state: Values): readonly string[] {
  const { set } = definition;
  if (args[set.exclusive] === true) return adoptedIn(state);
  const taken = takenOver(plan).filter(isNotLost(set, plan, state));
  return [...adoptedIn(state), ...taken.map(({ id }) => id)];
}
