import { anything, listOf, objectId } from "../definition/types";
import type { Failure } from "../definition/types";
import type { Subject, Trace } from "../definition/action";
import type { ArgumentRule, Values } from "../definition/definition";
import { optionsOf } from "../lifecycle/state/context";
import { canonicalObjectId } from "../normalise/object-id";
import { told } from "../definition/described";

const MEMBER_ORDER = "The order of the members of an object makes no difference; everything else does.";
const AGAIN = "runs again, once";

/** The id of an object that the action has to do with; part of the path. */
export const idInPath = {
  ...{ type: objectId, required: true, sentIn: "path", replaces: true, announces: AGAIN },
  canonical: canonicalObjectId,
} as const satisfies ArgumentRule;

/** What is sent and never told again. */
export const sentOnly = { sentIn: "create", writeOnly: true, replaces: true, announces: AGAIN } as const;

/** Values whose only meaning is that a change of them runs the action again. */
export const triggers: ArgumentRule = { ...sentOnly, type: listOf(anything), compareBy: told(MEMBER_ORDER, exactly) };

/** Arguments are compared member by member, and members that nobody asks for do not count; here they all do. */
function exactly(value: unknown): unknown {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** It cannot be imported: the service keeps no object of it. */
export function cannotBeImported(known: Values): Failure[] {
  if (optionsOf(known).import === undefined) return [];
  const reason = "an action cannot be imported: it is something that is done, and the service keeps no object of it";
  return [{ path: "import", reason }];
}

/** No object of these kinds is ever looked for by name. */
export const noIdentity = { by: [], unique: false } as const;

const INSTANCES = "/compute/instances";

/** An instance to which nothing is being done. */
export function settledInstance(id: string, also: readonly string[] = []): Subject {
  return {
    ...{ noun: "instance", collection: INSTANCES, id, ready: ["running", "offline", ...also] },
    hopeless: { deleting: "it is being deleted." },
  };
}

/** Whether an instance has begun to do what it was asked. */
export function instanceStatus(id: string, working: string): Trace {
  const marks = ({ status }: Values): string[] => (status === working ? [working] : []);
  return { path: `${INSTANCES}/{${id}}`, marks, tells: "beginning" };
}

export const MONGO = "/databases/mongodb/instances";

const HOPELESS = {
  failed: "no waiting will change that. See the service's own pages or its support, or make the database anew.",
  suspended: "it will not become active by itself. Resume it first.",
};

/** A MongoDB database that takes requests. */
export function activeDatabase(afterRestore?: string): Subject {
  const hopeless = afterRestore === undefined ? HOPELESS : { ...HOPELESS, failed: afterRestore };
  return { noun: "MongoDB database", collection: MONGO, id: "databaseId", ready: ["active"], hopeless };
}

/** Whether a database has begun to do what it was asked. */
export function databaseStatus(working: string): Trace {
  const marks = ({ status }: Values): string[] => (status === working ? [working] : []);
  return { path: `${MONGO}/{databaseId}`, marks, tells: "beginning" };
}

export function minutes(count: number): { createSec: number; updateSec: number; deleteSec: number } {
  return { createSec: count * 60, updateSec: count * 60, deleteSec: 30 * 60 };
}

/** Without the members that the user left out. */
export function given(body: Values): Values {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
}
