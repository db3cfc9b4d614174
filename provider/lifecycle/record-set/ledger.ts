import type { SetDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { APPLIED, OPTIONS, SERVER_VALUES, appliedOf, fingerprintOf, givenArguments, keyOf } from "../state";
import type { Applied, DeclaredRecord } from "../state";
import { adoptedRecords } from "./plan";
import type { Plan } from "./plan";
import { asDeclared } from "./records";
import type { RecordForms, SetCall, SetInputs, SetValues } from "./records";

/** A record that belongs to the set. `wanted` is set once it matches a declaration. */
interface OwnRecord {
  readonly live: Values;
  readonly wanted?: DeclaredRecord;
}

/** The progress of an operation on a set. */
export interface Ledger {
  readonly plan: Plan;
  /** Records that belong to the set, by ID. */
  readonly own: Map<string, OwnRecord>;
  /** IDs of records that the set did not create. */
  readonly adopted: readonly string[];
  /** Former records whose DELETE was accepted. */
  readonly deleted: Map<string, Values>;
  /** Declared records whose create had an ambiguous response, by index. */
  readonly ambiguous: Map<number, DeclaredRecord>;
  /** A request has changed something, or may have although its response was not a success. */
  mayHaveWritten: boolean;
}

/** The names are part of stored states. */
interface SetApplied extends Applied {
  /** IDs of the records that existed before the set, which it did not create. */
  readonly adopted?: readonly string[];
  /** Fields of the zone. */
  readonly parent?: Values;
}

/** Encrypted in state: the contents of a record may be secret in the program. The names are part of stored states. */
interface Hidden {
  readonly byId?: Readonly<Record<string, RecordForms>>;
  /** Records that may have been created: if they appear, they belong to the set. */
  readonly unclear?: Values[];
}

export function setApplied(state: SetValues): SetApplied {
  return appliedOf(state);
}

export function zoneIn(state: SetValues): Values | undefined {
  return setApplied(state).parent;
}

export function hiddenIn(state: SetValues): Hidden {
  return (state[SERVER_VALUES] as { readonly members?: Hidden } | undefined)?.members ?? {};
}

export function ownIds({ recordIds }: SetValues): string[] {
  return Array.isArray(recordIds) ? recordIds.map(String) : [];
}

/** The ledger before any write: the set has its previous records, and all existing ones that match the program. */
export function beginLedger(plan: Plan, adopted: readonly string[] = []): Ledger {
  const undeclared = plan.live.own.map(({ id, live }): [string, OwnRecord] => [id, { live }]);
  const declared = plan.same.map(([wanted, { id, live }]): [string, OwnRecord] => [id, { live, wanted }]);
  const own = new Map([...undeclared, ...declared]);
  return { plan, own, adopted, deleted: new Map(), ambiguous: new Map(), mayHaveWritten: false };
}

/** The state of a set, which matches the program unless the operation is unfinished. */
export function stateOf(
  { definition, args }: SetInputs,
  ledger: Ledger,
  progress: Pick<Applied, "unfinished"> = {},
): Values {
  const owned = Array.from(ledger.own.values());
  const { others, zone } = ledger.plan;
  const declared = [...others, ...owned.flatMap(({ wanted }) => wanted ?? [])];
  const surplus = owned.filter(({ wanted }) => !wanted).map(({ live }) => asDeclared(definition, live));
  const adopted = ledger.adopted.filter((id) => ledger.own.has(id));
  const applied: SetApplied = {
    args: givenArguments(definition, args),
    ...(adopted.length > 0 ? { adopted } : {}),
    ...(zone ? { parent: zone } : {}),
    ...progress,
  };
  return {
    domainId: args.domainId,
    records: [...declared.sort((a, b) => a.index - b.index).map((one) => one.args), ...surplus],
    exclusive: args.exclusive ?? false,
    only: args.only,
    recordIds: sortedNumbers(ledger.own.keys()),
    [APPLIED]: applied,
    ...(args[OPTIONS] === undefined ? {} : { [OPTIONS]: args[OPTIONS] }),
    ...hiddenState(definition, ledger),
  };
}

export function sortedNumbers(ids: Iterable<string>): number[] {
  return Array.from(ids, Number).sort((a, b) => a - b);
}

function hiddenState({ records }: SetDefinition, { own, ambiguous }: Ledger): Values {
  const forms = Array.from(own).flatMap(([id, { live, wanted }]): [string, RecordForms][] => {
    const answered = fingerprintOf(records, live);
    return wanted && keyOf(answered) !== wanted.key ? [[id, { sent: wanted.fingerprint, answered }]] : [];
  });
  const hidden: Hidden = {
    ...(forms.length > 0 ? { byId: Object.fromEntries(forms) } : {}),
    ...(ambiguous.size > 0 ? { unclear: Array.from(ambiguous.values(), ({ args }) => args) } : {}),
  };
  return Object.keys(hidden).length > 0 ? { [SERVER_VALUES]: { members: hidden } } : {};
}

/** IDs of the set's records that it did not create. What an exclusive set finds in its part counts as its own. */
export function adoptedBy({ args }: SetCall, plan: Plan, state: SetValues): readonly string[] {
  const { adopted = [] } = setApplied(state);
  return args.exclusive === true ? adopted : [...adopted, ...adoptedRecords(plan).map(({ id }) => id)];
}
