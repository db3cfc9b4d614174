import type { SetDefinition } from "../../definition/set";
import type { Values } from "../../definition/values";
import { OPTIONS } from "../state/context";
import { asDeclared, keyOf, seenOf } from "./members";
import type { Declared, MemberSpelling } from "./members";
import { APPLIED, appliedOf, givenArguments, SPELLINGS } from "../state/state";
import type { Applied } from "../state/state";

/** A member that is the set's own; what the program declares of it, unless that is still to come. */
interface Own {
  readonly live: Values;
  readonly wanted?: Declared;
}

/** How far a set has got. */
export interface Ledger {
  /** The set's own members by id. */
  readonly own: Map<string, Own>;
  /** Declared members that another resource of the program has. */
  readonly others: readonly Declared[];
  /** Declared members whose creation got no clear answer, by index. */
  readonly unclear: Map<number, Declared>;
  /** Fields of the object that the collection is in, where spellings depend on them. */
  readonly parent: Values | undefined;
  wrote: boolean;
}

interface SetApplied extends Applied {
  readonly parent?: Values;
}

/** What is remembered encrypted: the contents of a member may be secret in the program. */
interface Hidden {
  readonly byId?: Readonly<Record<string, MemberSpelling>>;
  readonly unclear?: readonly Values[];
}

export function parentOf(state: Values): Values | undefined {
  return (appliedOf(state) as SetApplied).parent;
}

export function memberSpelling(state: Values, id: string): MemberSpelling | undefined {
  return hiddenOf(state).byId?.[id];
}

/** Members whose creation may have happened: nobody else's where they show. */
export function unclearOf(state: Values): readonly Values[] {
  return hiddenOf(state).unclear ?? [];
}

/** Ids of the set's own members. */
export function ownIds({ set }: SetDefinition, state: Values): string[] {
  const ids = state[set.ids];
  return Array.isArray(ids) ? ids.map(String) : [];
}

function hiddenOf(state: Values): Hidden {
  return (state[SPELLINGS] as { readonly members?: Hidden } | undefined)?.members ?? {};
}

/** The state of a set that has come so far. */
export function stateOf(definition: SetDefinition, args: Values, ledger: Ledger, isFinished: boolean): Values {
  const { set } = definition;
  const owned = Array.from(ledger.own);
  const declared = [...ledger.others, ...owned.flatMap(([, { wanted }]) => wanted ?? [])];
  const extra = owned.filter(([, { wanted }]) => !wanted).map(([, { live }]) => asDeclared(set, live));
  const members = declared.sort((a, b) => a.index - b.index).map((one) => one.args);
  const applied: SetApplied = {
    args: givenArguments(definition, args),
    ...(ledger.parent ? { parent: ledger.parent } : {}),
    ...(isFinished ? {} : { unfinished: true }),
  };
  return {
    ...withoutHidden(definition, args),
    [set.members]: [...members, ...extra],
    [set.exclusive]: args[set.exclusive] ?? false,
    [set.ids]: idsOf(ledger.own.keys()),
    [APPLIED]: applied,
    ...(args[OPTIONS] === undefined ? {} : { [OPTIONS]: args[OPTIONS] }),
    ...remembered(definition, ledger),
  };
}

function withoutHidden({ args: rules }: SetDefinition, args: Values): Values {
  return Object.fromEntries(Object.keys(rules).map((name) => [name, args[name]]));
}

export function idsOf(ids: Iterable<string>): number[] {
  return Array.from(ids, Number).sort((a, b) => a - b);
}

function remembered({ set }: SetDefinition, { own, unclear }: Ledger): Values {
  const spellings = Array.from(own).flatMap(([id, { live, wanted }]): [string, MemberSpelling][] => {
    const answered = seenOf(set.member, live);
    return wanted && keyOf(answered) !== wanted.key ? [[id, { sent: wanted.seen, answered }]] : [];
  });
  const hidden: Hidden = {
    ...(spellings.length > 0 ? { byId: Object.fromEntries(spellings) } : {}),
    ...(unclear.size > 0 ? { unclear: Array.from(unclear.values(), ({ args }) => args) } : {}),
  };
  return Object.keys(hidden).length > 0 ? { [SPELLINGS]: { members: hidden } } : {};
}
