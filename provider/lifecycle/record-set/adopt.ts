import { CloudError, isNotFound } from "../../api/errors";
import { hasUnknown } from "../../definition/values";
import { domainRecordSet } from "../../resources/domain-record-set";
import { isFree } from "../context";
import { NothingToImport, warnIfUnreadable, withNamedParents } from "../object";
import type { InterruptedResult } from "../object";
import { bestOf, grade } from "../ownership";
import { isIgnored, optionsOf, parseId } from "../state";
import type { Recorded } from "../state";
import { commaList, willFail } from "../wording";
import { beginLedger, stateOf } from "./ledger";
import { announceManagedRecords, recordDescriber, recordKey, setId } from "./records";
import type { SetCall, SetValues } from "./records";
import { adoptedRecords } from "./plan";
import type { Plan } from "./plan";
import { planSet } from "./observe";
import { inFile } from "./zone-file";

/**
 * Adopts what the `import` option names, without a write. Every declared record must exist as declared and, for an exclusive set, no other
 * one, unless `ignoreChanges` lists the records.
 */
export async function importSet(call: SetCall): Promise<Recorded> {
  const elsewhere = whyElsewhere(call);
  if (elsewhere !== undefined) throw new CloudError(elsewhere);
  const plan = await planNamed(call);
  const difference = setDifference(call, plan);
  if (difference !== undefined) throw new CloudError(difference);
  const ledger = beginLedger(plan);
  announceManagedRecords(call, ledger.own.keys());
  return { id: setId(call.args), state: stateOf(call, ledger) };
}

/**
 * Why the import will fail, as far as a preview can determine. Only warns about differences: they may belong to a resource of the program
 * that is processed later.
 */
export function previewSetImport(call: SetCall): Promise<string | undefined> {
  const { context } = call;
  return warnIfUnreadable(context, async () => {
    const args: SetValues = withNamedParents(domainRecordSet, call.args);
    const named = { ...call, args };
    const elsewhere = whyElsewhere(named);
    if (elsewhere !== undefined || hasUnknown(args)) return elsewhere;
    const difference = setDifference(named, await planNamed(named));
    if (difference !== undefined) context.warn(`As things stand, ${willFail(difference)}`);
    return undefined;
  });
}

function whyElsewhere({ args }: SetCall): string | undefined {
  const { import: named = "" } = optionsOf(args);
  const id = setId(args);
  if (setId(parseId(domainRecordSet, named).args) === id) return undefined;
  return (
    `The \`import\` option names record set ${named}, but the program declares record set ${id}. Change one of them. ` +
    "Nothing was imported or changed."
  );
}

async function planNamed(call: SetCall): Promise<Plan> {
  try {
    return await planSet(call, {});
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new NothingToImport(domainRecordSet, setId(call.args), error);
  }
}

function setDifference(call: SetCall, { phases, others, zone }: Plan): string | undefined {
  const { args } = call;
  const describe = recordDescriber(call, zone);
  const differing = phases.flat().map((write) => {
    if (write.does === "delete") return `${describe(write.present)} is not declared`;
    const path = `records[${write.wanted.index}]`;
    return write.does === "create" ? `${path} does not exist` : `${path} is actually ${describe(write.present)}`;
  });
  const ofOthers = others.map(({ index }) => `records[${index}] belongs to another resource of this program`);
  const differences = [...differing, ...ofOthers];
  if (differences.length === 0 || isIgnored(args, "records")) return undefined;
  return (
    `Record set ${setId(args)} cannot be imported because its inputs in the program don't match it. ` +
    `Change records or add it to ignoreChanges. Nothing was imported or changed. Differences: ${inFile(call, commaList(differences))}.`
  );
}

/**
 * The set with the records that interrupted updates of it may have created, as the unfinished state to record, which the next update
 * completes. Read-only.
 */
export async function interruptedSetResults(call: SetCall): Promise<readonly InterruptedResult[]> {
  const { args, context } = call;
  const plan = await planSet(call, {});
  const free = adoptedRecords(plan).filter(({ id }) => isFree(context, recordKey(args, id)));
  const requests = context.journal.openIntents(optionsOf(args).urn);
  const graded = requests.flatMap((request) =>
    free.map((record) => ({
      id: record.id,
      record,
      ...grade({ context, definition: call.definition.records, namesLookalikes: true }, record.live, request),
    })),
  );
  const best = bestOf(graded);
  const ours = best.filter(({ verdict }) => verdict === "ours");
  const chosen = ours.length > 0 ? ours : best;
  const [first] = chosen;
  if (!first) return [];
  const isResult = new Set(chosen.map(({ record }) => record));
  const same = plan.same.filter(([, present]) => isResult.has(present));
  const state = stateOf(call, beginLedger({ ...plan, same, others: [] }), { unfinished: true });
  const created = same.map(([, { live }]) => String(live.created)).sort();
  const { verdict, because } = first;
  return [{ id: setId(args), state, created: created.at(-1), records: chosen.map(({ id }) => id), verdict, because }];
}
