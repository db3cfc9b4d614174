import type { SetDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { APPLIED, SERVER_VALUES, appliedOf, givenArguments, idOf, OPTIONS, fingerprintOf, keyOf } from "../state";
import type { Applied, Declared } from "../state";
import type { ResourceCall } from "../context";
import { adoptedMembers } from "./plan";
import type { Plan } from "./plan";
import { asDeclared } from "./records";
import type { MemberForms, Present } from "./records";

/** A member that belongs to the set. `wanted` is set once it matches a declaration. */
interface Own {
  readonly live: Values;
  readonly wanted?: Declared;
}

/** The progress of an operation on a set. */
export interface Ledger {
  /** Members that belong to the set, by ID. */
  readonly own: Map<string, Own>;
  /** IDs of members that the set did not create. */
  readonly adopted: readonly string[];
  /** Former members whose DELETE was accepted. */
  readonly deleted: Map<string, Values>;
  /** Declared members that belong to another resource of the program. */
  readonly others: readonly Declared[];
  /** Declared members whose create got an ambiguous response, by index. */
  readonly ambiguous: Map<number, Declared>;
  /** Fields of the parent, if canonical forms depend on them. */
  readonly parent: Values | undefined;
  /** A request may have changed something although its response was not a success. */
  isAmbiguous: boolean;
  wrote: boolean;
}

interface SetApplied extends Applied {
  /** IDs of the members that existed before the set, which it did not create. */
  readonly adopted?: readonly string[];
  readonly parent?: Values;
}

/** Encrypted in state: the contents of a member may be secret in the program. */
interface Hidden {
  readonly byId?: Readonly<Record<string, MemberForms>>;
  /** Members that may have been created. The name is part of stored states. */
  readonly unclear?: readonly Values[];
}

export function parentOf(state: Values): Values | undefined {
  return (appliedOf(state) as SetApplied).parent;
}

export function adoptedIn(state: Values): readonly string[] {
  return (appliedOf(state) as SetApplied).adopted ?? [];
}

export function memberForms(state: Values, id: string): MemberForms | undefined {
  return hiddenOf(state).byId?.[id];
}

/** Members that may have been created: if they appear, they belong to the set. */
export function ambiguousOf(state: Values): readonly Values[] {
  return hiddenOf(state).unclear ?? [];
}

export function ownIds({ set }: SetDefinition, state: Values): string[] {
  const ids = state[set.ids];
  return Array.isArray(ids) ? ids.map(String) : [];
}

function hiddenOf(state: Values): Hidden {
  return (state[SERVER_VALUES] as { readonly members?: Hidden } | undefined)?.members ?? {};
}

export function setId(definition: SetDefinition, args: Values): string {
  return idOf(definition, args, { id: definition.set.members });
}

/** The ledger before any write: the set has its previous members, and all existing ones that match the program. */
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

/** The state of a set that matches the program. */
export function finishedSet(call: ResourceCall<SetDefinition>, ledger: Ledger): Values {
  return stateOf(call, ledger, {});
}

/** The state of a set that does not match the program yet. */
export function unfinishedSet(call: ResourceCall<SetDefinition>, ledger: Ledger): Values {
  return stateOf(call, ledger, { unfinished: true });
}

function stateOf(
  { definition, args }: ResourceCall<SetDefinition>,
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
    [set.ids]: sortedNumbers(ledger.own.keys()),
    [APPLIED]: applied,
    ...(args[OPTIONS] === undefined ? {} : { [OPTIONS]: args[OPTIONS] }),
    ...remembered(definition, ledger),
  };
}

export function sortedNumbers(ids: Iterable<string>): number[] {
  return Array.from(ids, Number).sort((a, b) => a - b);
}

function remembered({ set }: SetDefinition, { own, ambiguous }: Ledger): Values {
  const spellings = Array.from(own).flatMap(([id, { live, wanted }]): [string, MemberForms][] => {
    const answered = fingerprintOf(set.member, live);
    return wanted && keyOf(answered) !== wanted.key ? [[id, { sent: wanted.fingerprint, answered }]] : [];
  });
  const hidden: Hidden = {
    ...(spellings.length > 0 ? { byId: Object.fromEntries(spellings) } : {}),
    ...(ambiguous.size > 0 ? { unclear: Array.from(ambiguous.values(), ({ args }) => args) } : {}),
  };
  return Object.keys(hidden).length > 0 ? { [SERVER_VALUES]: { members: hidden } } : {};
}

/** IDs of the set's members that it did not create. What an exclusive set finds in its part counts as its own. */
export function adoptedBy(
  { definition, args }: ResourceCall<SetDefinition>,
  plan: Plan,
  state: Values,
): readonly string[] {
  const { set } = definition;
  if (args[set.exclusive] === true) return adoptedIn(state);
  return [...adoptedIn(state), ...adoptedMembers(plan).map(({ id }) => id)];
}
