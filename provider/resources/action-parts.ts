import { anything, listOf } from "../definition/types";
import type { Subject, Trace } from "../definition/action";
import type { ArgumentRule } from "../definition/argument";
import type { Values } from "../definition/values";
import { idInPath } from "./id-argument";
import { described } from "../definition/described";

const MEMBER_ORDER = "The order of the members of an object makes no difference; everything else does.";
const AGAIN = "runs again, once";

/** The id of an object that the action has to do with; part of the path. */
export const idInActionPath = { ...idInPath, change: { replaces: true, notice: AGAIN } } as const;

/** What is sent and never read back. */
export const sentOnly = {
  writeOnly: true,
  sent: { in: "create" },
  change: { replaces: true, notice: AGAIN },
} as const;

/** Values whose only meaning is that a change of them runs the action again. */
export const triggers: ArgumentRule<unknown[], object> = {
  ...sentOnly,
  type: listOf(anything),
  compare: { by: described(MEMBER_ORDER, exactly) },
};

/** Arguments are compared member by member, and members that nobody asks for do not count; here they all do. */
function exactly(value: unknown): unknown {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** No object of these kinds is ever looked for by name. */
export const noIdentity = { by: [], unique: false } as const;

const INSTANCES = "/compute/instances";

/** An instance to which nothing is being done. */
export function settledInstance(id: string, also: readonly string[] = []): Subject {
  return {
    noun: "instance",
    collection: INSTANCES,
    id,
    ready: ["running", "offline", ...also],
    terminal: { deleting: "it is being deleted." },
  };
}

/** Whether an instance has begun to do what it was asked. */
export function instanceStatus(id: string, working: string): Trace {
  const marks = ({ status }: Values): string[] => (status === working ? [working] : []);
  return { path: `${INSTANCES}/{${id}}`, marks, tells: "beginning" };
}

export const MONGO = "/databases/mongodb/instances";

const TERMINAL = {
  failed: "no waiting will change that. See the service's own pages or its support, or make the database anew.",
  suspended: "it will not become active by itself. Resume it first.",
};

/** A MongoDB database that takes requests. */
export function activeDatabase(afterRestore?: string): Subject {
  const terminal = afterRestore === undefined ? TERMINAL : { ...TERMINAL, failed: afterRestore };
  return { noun: "MongoDB database", collection: MONGO, id: "databaseId", ready: ["active"], terminal };
}

/** Whether a database has begun to do what it was asked. */
export function databaseStatus(working: string): Trace {
  const marks = ({ status }: Values): string[] => (status === working ? [working] : []);
  return { path: `${MONGO}/{databaseId}`, marks, tells: "beginning" };
}

export function minutes(count: number): { createSec: number; updateSec: number; deleteSec: number } {
  return { createSec: count * 60, updateSec: count * 60, deleteSec: 30 * 60 };
}
