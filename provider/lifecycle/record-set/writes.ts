import { NotFoundError } from "../../api/errors";
import { readList } from "../../api/paging";
import { valueWhenRemoved } from "../../definition/definition";
import type { SetDefinition } from "../../definition/definition";
import { withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { canonicalValue, collectionPath, createBody, memberArguments } from "../state";
import { rejectOther, rejectInvalid, readCollectionSince, rejectInvalidList, rejectWithoutId } from "../context";
import type { Operation } from "../context";
import { NOTHING_NOTED } from "../../journal/journal";
import type { Intent } from "../../journal/journal";
import { grade, once } from "../ownership";
import { confirmMissing, deleteObject, recheck } from "../waiting";
import type { Ledger } from "./ledger";
import { memberMemoryKey, liveMember } from "./records";
import type { Present } from "./records";
import { pairIdentical } from "./plan";
import type { MemberWrite } from "./plan";
import type { Declared } from "../state";

/** A series of writes, and its progress. */
export interface SetOperation extends Operation<SetDefinition> {
  readonly ledger: Ledger;
  /** The creates, as they were noted before the first one. */
  readonly request: Intent;
}

/** Sends one request, and updates the ledger. */
export async function sendMemberWrite(work: SetOperation, write: MemberWrite): Promise<void> {
  if (write.does === "create") await createMember(work, write.wanted);
  else if (write.does === "update") await updateMember(work, write.wanted, write.present);
  else await deleteMember(work, write.present);
  work.ledger.wrote = true;
}

async function createMember(work: SetOperation, wanted: Declared): Promise<void> {
  const { definition, args, context } = work;
  const { member } = definition.set;
  const live = await once({
    context,
    request: {
      path: collectionPath(definition, args),
      body: createBody(member, withoutUnset(wanted.args)),
      rejectReason: rejectWithoutId(member),
      onAmbiguous: noteAmbiguous(work),
    },
    idOf: ({ id }) => String(id),
    // One intent for all members is already noted, and ambiguous creates are searched for together.
    note: () => Promise.resolve(NOTHING_NOTED),
    afterRejection: (rejectedAtMs) => findCreated(work, wanted, rejectedAtMs),
    ambiguousError: (last) => last,
  });
  own(work.ledger, wanted, live);
}

/** The result of a rejected create, if it was carried out nevertheless. Concurrent rejections share one list. */
async function findCreated(work: SetOperation, wanted: Declared, rejectedAtMs: number): Promise<Values | undefined> {
  const { definition, request, context } = work;
  const place = { path: request.collection, sinceMs: rejectedAtMs };
  const listed = await readCollectionSince(definition.set.member, place, context);
  const [pair] = pairIdentical([wanted], newMembers(work, listed)).pairs;
  return pair?.[1].live;
}

/** What the creates led to, in so far as the set does not have it yet. They may wait for the rate limit. */
function newMembers(
  { definition: { set }, ledger, request, context }: SetOperation,
  listed: readonly Values[],
): Present[] {
  const sent = { ...request, withinMs: Infinity };
  return listed
    .filter((live) => !ledger.own.has(String(live.id)))
    .filter((live) => grade({ definition: set.member, context }, live, sent).verdict === "ours")
    .map((live) => liveMember(set, live));
}

async function updateMember(work: SetOperation, wanted: Declared, present: Present): Promise<void> {
  const { definition, args, context } = work;
  const response = await context.send({
    method: "PUT",
    path: `${collectionPath(definition, args)}/${present.id}`,
    body: updateBody(definition, wanted, present),
    rejectReason: rejectOther(definition.set.member, present.id),
    onAmbiguous: noteAmbiguous(work),
  });
  own(work.ledger, wanted, { ...present.live, ...response });
}

async function deleteMember(work: SetOperation, { id, live }: Present): Promise<void> {
  const { definition, args, context, ledger } = work;
  const collection = collectionPath(definition, args);
  const member = { collection, ownId: id, onAmbiguous: noteAmbiguous(work) };
  try {
    await deleteObject(member, context);
    ledger.deleted.set(id, live);
  } catch (error) {
    // Another client deleted it in the meantime.
    if (!(error instanceof NotFoundError)) throw error;
    await confirmMissing(definition, error, context);
  }
  ledger.own.delete(id);
  context.memory.objects.noteDeleted(memberMemoryKey(definition, args, id));
}

/** Notes that something may have changed, so that the next `pulumi up` compares in any case. */
function noteAmbiguous({ ledger }: SetOperation): () => void {
  return () => void (ledger.isAmbiguous = true);
}

/** Notes that the member exists and belongs to the set. */
function own(ledger: Ledger, wanted: Declared, live: Values): void {
  ledger.own.set(String(live.id), { live, wanted });
  ledger.ambiguous.delete(wanted.index);
}

function updateBody({ set }: SetDefinition, { args, fingerprint }: Declared, present: Present): Values {
  const given = withoutUnset(args);
  const differing = memberArguments(set.member).filter(([name]) => fingerprint[name] !== present.fingerprint[name]);
  return Object.fromEntries(
    differing.map(([name, rule]) => [
      name,
      canonicalValue(rule, given[name] ?? valueWhenRemoved(rule, present.live), given),
    ]),
  );
}

/**
 * Searches for the results of creates with an ambiguous response. Identical members from before already belong to the set, so any other one
 * that is not older than the creates must be such a result.
 * @returns those that created nothing
 */
export async function findAmbiguousResults(
  work: SetOperation,
  ambiguous: readonly Declared[],
): Promise<readonly Declared[]> {
  if (ambiguous.length === 0) return [];
  const { definition, args, ledger, context } = work;
  const path = collectionPath(definition, args);
  let lost = ambiguous;
  context.progress("ambiguous response to a create; searching for its result");
  await recheck(context, async () => {
    const listed = await readList(context.send, { path });
    rejectInvalidList(path, listed, rejectInvalid(definition.set.member));
    const { pairs, missing } = pairIdentical(lost, newMembers(work, listed));
    for (const [wanted, made] of pairs) {
      own(ledger, wanted, made.live);
      ledger.wrote = true;
    }
    lost = missing;
    return lost.length === 0 ? lost : undefined;
  });
  return lost;
}
