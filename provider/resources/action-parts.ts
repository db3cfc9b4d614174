import { anything, flag, listOf, described } from "../definition/types";
import type { ActionEvidence, ActionSubject } from "../definition/definition";
import type { ArgumentRule } from "../definition/argument";
import { idInPath } from "./id-argument";

const MEMBER_ORDER = "The order of an object's members is ignored. Any other change counts as a difference.";
const AGAIN = "runs the action again, once";

/** The ID of a resource that the action works on; part of the path. */
export const idInActionPath = { ...idInPath, change: { replaces: true, notice: AGAIN } } as const;

/** An input that is sent and never read back. */
export const sentOnly = {
  writeOnly: true,
  sent: { in: "create" },
  change: { replaces: true, notice: AGAIN },
} as const;

/** Values whose only purpose is that changing them runs the action again. */
export const triggers: ArgumentRule<unknown[], object> = {
  ...sentOnly,
  type: listOf(anything),
  compare: { by: described(MEMBER_ORDER, exactly) },
};

/** For an action that creates nothing in the API: it has already been done. */
export const alreadyDone: ArgumentRule<boolean, object> = {
  type: flag,
  writeOnly: true,
  sent: { in: "creation" },
  warning: recordedAsDone,
};

/** With `true`, the update records the action as done and sends no request. Remove the input after that update. */
function recordedAsDone(isDone: boolean): string | undefined {
  return isDone
    ? "`pulumi up` will record the action as done without sending a request; remove alreadyDone afterwards"
    : undefined;
}

/** Inputs are usually compared only in the members that the program sets; here, all members count. */
function exactly(value: unknown): unknown {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

const INSTANCES = "/compute/instances";

/** An instance on which no operation is in progress. */
export function settledInstance(id: string, also: readonly string[] = []): ActionSubject {
  return {
    noun: "instance",
    collection: INSTANCES,
    id,
    ready: ["running", "offline", ...also],
    terminal: { deleting: "it is being deleted." },
  };
}

/** Shows whether an instance has started the requested work. */
export function instanceStatus(id: string, working: string): ActionEvidence {
  return { path: `${INSTANCES}/{${id}}`, results: statusIs(working), shows: "beginning" };
}

export const MONGO = "/databases/mongodb/instances";

const TERMINAL = {
  failed: "it will not recover on its own. Check the service's console, contact its support, or recreate the database.",
  suspended:
    "it will not become active on its own. Resume it in the service's console, then run the same command again.",
};

/** A MongoDB database that accepts requests. */
export function activeDatabase(afterRestore?: string): ActionSubject {
  const terminal = afterRestore === undefined ? TERMINAL : { ...TERMINAL, failed: afterRestore };
  return { noun: "MongoDB database", collection: MONGO, id: "databaseId", ready: ["active"], terminal };
}

/** Shows whether a database has started the requested work. */
export function databaseStatus(working: string): ActionEvidence {
  return { path: `${MONGO}/{databaseId}`, results: statusIs(working), shows: "beginning" };
}

function statusIs(working: string): ActionEvidence["results"] {
  return ({ status }) => (status === working ? [{ id: working }] : []);
}

export function minutes(count: number): { createSec: number; updateSec: number; deleteSec: number } {
  return { createSec: count * 60, updateSec: count * 60, deleteSec: 30 * 60 };
}
