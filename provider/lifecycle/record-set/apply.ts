import { CloudError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { APPLIED, UnfinishedError, appliedOf, collectionPath, optionsOf, withNotes } from "../state";
import { startOperation } from "../context";
import type { ResourceCall, Operation } from "../context";
import type { Recorded } from "../state";
import { commaList, sentence } from "../wording";
import { parentExists, withLock } from "../waiting";
import { NOTHING_NOTED } from "../../journal/journal";
import { intentOf } from "../ownership";
import { sendPhases } from "./execute";
import { MembersLeftError, confirmMembersDeleted } from "./delete";
import { importSet } from "./import";
import { adoptedBy, beginLedger, finishedSet, setId, unfinishedSet } from "./ledger";
import { noteManagedMembers } from "./records";
import type { Present } from "./records";
import { planSet, planFromLive, readMembers } from "./observe";
import type { Live, Plan } from "./plan";

/**
 * Makes the collection, or the set's part of it, match the program. Adopts existing members that already match.
 * @throws UnfinishedError for any failure after a write; the next `pulumi up` resumes
 */
export function createSet(call: ResourceCall<SetDefinition>): Promise<Recorded> {
  const { definition, args, context } = call;
  return withLock(context.memory, collectionPath(definition, args), async () => {
    if (optionsOf(args).import !== undefined) return importSet(call);
    const operation = startOperation("create", call);
    const plan = await planSet(operation, {});
    const { unlisted = [] } = plan;
    const state = await execute(operation, plan, {});
    return { id: setId(definition, args), state: unlisted.length === 0 ? state : leaveUnlisted(call, state, unlisted) };
  });
}

/** Applies what differs from the program, including what an unfinished operation left. */
export function updateSet(call: ResourceCall<SetDefinition>, { state }: Recorded): Promise<Values> {
  const { definition, args, context } = call;
  return withLock(context.memory, collectionPath(definition, args), async () => {
    const operation = startOperation("update", call);
    const plan = await planFromLive(operation, state, await readExisting(operation, state));
    return execute(operation, plan, state);
  });
}

/** The next update resumes, and deletes what a preview has listed by then. */
function leaveUnlisted(
  { definition, context }: ResourceCall<SetDefinition>,
  state: Values,
  unlisted: readonly Present[],
): Values {
  context.warn(
    `Kept undeclared ${definition.set.members} that no preview has listed. The next preview lists them, and \`pulumi up\` then deletes ` +
      `them. IDs: ${commaList(unlisted.map(({ id }) => id))}.`,
  );
  return { ...state, [APPLIED]: { ...appliedOf(state), unfinished: true } };
}

async function execute(operation: Operation<SetDefinition>, plan: Plan, before: Values): Promise<Values> {
  const { definition, args } = operation;
  const ledger = beginLedger(plan, plan.live.own, adoptedBy(operation, plan, before));
  const { own, free, held } = plan.live;
  const request = intentOf(
    operation,
    [...own, ...free, ...held].map(({ id }) => id),
  );
  const creates = plan.phases.flat().some(({ does }) => does === "create");
  // One intent for all members to be created.
  const { id } = creates ? await operation.context.journal.note(request) : NOTHING_NOTED;
  const noted = id === undefined ? {} : { intent: id };
  try {
    await sendPhases({ ...operation, ledger, request }, plan.phases);
    await confirmMembersDeleted(operation, Array.from(ledger.deleted.keys()));
    return withNotes(finishedSet(operation, ledger), noted);
  } catch (error) {
    if (error instanceof MembersLeftError) {
      for (const id of error.ids) ledger.own.set(id, { live: ledger.deleted.get(id) ?? {} });
    }
    if (!ledger.wrote && !ledger.isAmbiguous) {
      operation.context.journal.settle(id);
      throw error;
    }
    const state = withNotes(unfinishedSet(operation, ledger), noted);
    throw new UnfinishedError({ id: setId(definition, args), state }, error);
  } finally {
    noteManagedMembers(operation, ledger.own.keys());
  }
}

async function readExisting(call: ResourceCall<SetDefinition>, state: Values): Promise<Live> {
  const { definition, args, context } = call;
  try {
    return await readMembers(call, state);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (await parentExists(definition, args, context)) throw error;
    throw new CloudError(
      `The parent of ${definition.noun} ${setId(definition, args)} no longer exists. Run \`pulumi up --refresh\` to recreate it, or ` +
        `\`pulumi refresh\` to remove it from state. Cause: ${sentence(error)}`,
    );
  }
}
