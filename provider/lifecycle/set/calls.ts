import { NotFoundError } from "../../api/errors";
import { readList } from "../../api/paging";
import { valueWhenRemoved } from "../../definition/definition";
import { withoutUnset } from "../../definition/unset";
import type { SetDefinition } from "../../definition/set";
import type { Values } from "../../definition/values";
import { createBody } from "../state/request-body";
import { notAbout, refuseStrange, withoutId } from "../state/answers";
import { canonicalValue } from "../state/equality";
import type { Context, Deadline } from "../state/context";
import { confirmGone, deleteObject } from "../waiting/confirm-not-found";
import { RECHECK_DELAYS_MS } from "../ownership/look-for-made";
import { collectionPath } from "../state/ids";
import { memberMemoryKey } from "./observe";
import { memberArguments, presentOf } from "./members";
import type { Declared, Present } from "./members";
import type { Call } from "./plan";
import type { Ledger } from "./state";

/** What one series of writes works with. */
export interface Work {
  readonly definition: SetDefinition;
  readonly args: Values;
  readonly ledger: Ledger;
  readonly deadline: Deadline;
  readonly context: Context;
}

/** Makes one call, and keeps the ledger. */
export async function perform(work: Work, call: Call): Promise<void> {
  const { definition, args, ledger, deadline, context } = work;
  const path = collectionPath(definition, args);
  const deadlineMs = deadline.at;
  const { member } = definition.set;
  if (call.does === "create") {
    const body = createBody(member, withoutUnset(call.wanted.args));
    const misfit = withoutId(member);
    own(work, call.wanted, await context.send({ method: "POST", path, body, deadlineMs, misfit }));
  } else if (call.does === "update") {
    const { wanted, present } = call;
    const body = updateBody(work, wanted, present);
    const misfit = notAbout(member, present.id);
    const answer = await context.send({ method: "PUT", path: `${path}/${present.id}`, body, deadlineMs, misfit });
    own(work, wanted, { ...present.live, ...answer });
  } else {
    await deleteObject({ collection: path, ownId: call.present.id, deadlineMs }, context).catch((error: unknown) => {
      // Somebody else was faster.
      if (error instanceof NotFoundError) return confirmGone(definition, error, context);
      throw error;
    });
    ledger.own.delete(call.present.id);
    context.memory.deleted.add(memberMemoryKey(definition, args, call.present.id));
  }
  ledger.wrote = true;
}

/** The member is there, and the set's own. */
function own({ ledger }: Work, wanted: Declared, live: Values): void {
  ledger.own.set(String(live.id), { live, wanted });
  ledger.unclear.delete(wanted.index);
}

function updateBody({ definition: { set } }: Work, { args, seen }: Declared, present: Present): Values {
  const given = withoutUnset(args);
  const differing = memberArguments(set.member).filter(([name]) => seen[name] !== present.seen[name]);
  return Object.fromEntries(
    differing.map(([name, rule]) => [
      name,
      canonicalValue(rule, given[name] ?? valueWhenRemoved(rule, present.live), given),
    ]),
  );
}

/**
 * Looks for what creations without a clear answer have made; answers with those that have made nothing. What was there before
 * just as declared has become the set's own already, so that whatever shows now is what they made.
 */
export async function clarify(work: Work, unclear: readonly Declared[]): Promise<readonly Declared[]> {
  const { definition, args, ledger, context } = work;
  let lost = unclear;
  if (lost.length > 0) context.progress("the answer to a create got lost; looking for what it made");
  for (const delayMs of RECHECK_DELAYS_MS) {
    if (lost.length === 0) break;
    // Not ended by Ctrl-C: what was made must be found.
    await context.clock.sleep(delayMs);
    const path = collectionPath(definition, args);
    const listed = await readList(context.send, { path });
    refuseStrange(definition.set.member, path, listed);
    const news = listed.map((live) => presentOf(definition.set, live)).filter(({ id }) => !ledger.own.has(id));
    lost = lost.filter((wanted) => {
      const found = news.find(({ id, key }) => key === wanted.key && !ledger.own.has(id));
      if (!found) return true;
      own(work, wanted, found.live);
      ledger.wrote = true;
      return false;
    });
  }
  return lost;
}
