import { CloudError } from "../../api/errors";
import type { Values } from "../../definition/values";
import { APPLIED, UnfinishedError, appliedOf, optionsOf, withNotes } from "../state";
import { startOperation } from "../context";
import type { Timed } from "../context";
import type { Recorded } from "../state";
import { commaList, sentence } from "../wording";
import { searchLate, unlessParentIsGone, withLock } from "../waiting";
import { intentOf, invisibleForMs } from "../ownership";
import { sendPhases } from "./writes";
import { confirmDeletions, warnOfKept } from "./delete";
import { importSet } from "./adopt";
import { adoptedBy, beginLedger, ownIds, stateOf } from "./ledger";
import { announceManagedRecords, recordsPath, setId } from "./records";
import type { SetCall, SetValues } from "./records";
import { planFromLive, planSet, readRecords } from "./observe";
import { allIn } from "./plan";
import type { Plan } from "./plan";
import { confirmZone, unusableOption } from "./zone-file";

/**
 * Makes the zone, or the set's part of it, match the program. Adopts existing records that already match.
 * @throws UnfinishedError for any failure after a write; the next `pulumi up` resumes
 */
export function createSet(call: SetCall): Promise<Recorded> {
  const { args, context } = call;
  return withLock(context.memory, recordsPath(args), async () => {
    if (optionsOf(args).import !== undefined) return importSet(call);
    const operation = startOperation("create", call);
    const plan = await planOnceVisible(operation, () => planSet(operation, {}));
    const [id, state] = [setId(args), await execute(operation, plan, {})];
    const unlisted = plan.unlisted?.map((one) => one.id) ?? [];
    if (unlisted.length === 0) return { id, state };
    context.warn(
      "Kept undeclared records that no preview has listed. The next preview lists them, and `pulumi up` then deletes " +
        `them. IDs: ${commaList(unlisted)}.`,
    );
    // The next update resumes, and deletes what a preview has listed by then.
    return { id, state: { ...state, [APPLIED]: { ...appliedOf(state), unfinished: true } } };
  });
}

/** Applies what differs from the program, including what an unfinished operation left. */
export function updateSet(call: SetCall, { state }: Recorded): Promise<Values> {
  const { args, context } = call;
  return withLock(context.memory, recordsPath(args), async () => {
    const unusable = unusableOption(args, state);
    if (unusable !== undefined) throw new CloudError(sentence(unusable));
    const operation = startOperation("update", call);
    const read = async (): Promise<Plan> => planFromLive(operation, state, await readRecords(operation, state));
    const plan = await unlessParentIsGone(
      operation,
      () => planOnceVisible(operation, read),
      (error) => {
        throw new CloudError(
          `The parent of record set ${setId(args)} no longer exists. Run \`pulumi up --refresh\` to recreate it, or ` +
            `\`pulumi refresh\` to remove it from state. Cause: ${sentence(error)}`,
        );
      },
    );
    const recorded = new Set(ownIds(state));
    warnOfKept(
      context,
      plan.live.held.flatMap(({ id }) => (recorded.has(id) ? [id] : [])),
    );
    return execute(operation, plan, state);
  });
}

/** Reads again while the API may not show yet what an interrupted update created, and the plan would create it. */
async function planOnceVisible({ args, context }: SetCall, read: () => Promise<Plan>): Promise<Plan> {
  let plan = await read();
  const open = context.journal.openIntents(optionsOf(args).urn).filter(({ isReturned }) => !isReturned);
  const forMs = Math.max(0, ...open.map((intent) => invisibleForMs(intent, context)));
  if (!createsAny(plan)) return plan;
  const look = async (): Promise<true | undefined> => {
    context.reads.forget();
    plan = await read();
    return !createsAny(plan) || undefined;
  };
  await searchLate(context, look, forMs);
  return plan;
}

function createsAny({ phases }: Plan): boolean {
  return phases.flat().some(({ does }) => does === "create");
}

async function execute(operation: SetCall & Timed, plan: Plan, before: SetValues): Promise<Values> {
  const { args, context } = operation;
  if (plan.phases.flat().length > 0) await confirmZone(operation);
  const ledger = beginLedger(plan, adoptedBy(operation, plan, before));
  const existing = allIn(plan.live).map(({ id }) => id);
  const request = intentOf(operation, existing);
  // One intent for all records to be created.
  const intent = createsAny(plan) ? await context.journal.note(request) : undefined;
  try {
    await sendPhases({ ...operation, ledger, request }, plan.phases);
    await confirmDeletions(operation, ledger);
    return withNotes(stateOf(operation, ledger), { intent });
  } catch (error) {
    if (!ledger.mayHaveWritten) {
      context.journal.settle(intent);
      throw error;
    }
    const state = withNotes(stateOf(operation, ledger, { unfinished: true }), { intent });
    throw new UnfinishedError({ id: setId(args), state }, error);
  } finally {
    announceManagedRecords(operation, ledger.own.keys());
  }
}
