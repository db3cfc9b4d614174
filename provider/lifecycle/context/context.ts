import type { Address } from "../../api/base-address";
import type { Clock } from "../../api/clock";
import type { Request, Send } from "../../api/client";
import { aboutAnother, inShort } from "../../api/reads";
import type { Reads } from "../../api/reads";
import type { Transfer } from "../../api/transfer";
import type { Journal } from "../../journal/journal";
import type { RunMemory } from "./run-memory";
import type { Definition } from "../../definition/definition";
import { isOwnId, optionsOf, originOf } from "../state";
import type { Wanted } from "../state";
import { UnfitListError } from "../../api/errors";
import { readList } from "../../api/paging";
import type { Values } from "../../definition/values";

/** What a call of the lifecycle needs from its surroundings. Nothing in it belongs to Pulumi. */
export interface Context {
  readonly send: Send;
  readonly address: Address;
  readonly reads: Reads;
  readonly transfer: Transfer;
  readonly clock: Clock;
  /**
   * The time by the service's own clock, in milliseconds since 1970: not later than it is, and up to a second earlier. Undefined before the
   * first answer.
   */
  readonly serviceTime: () => number | undefined;
  readonly memory: RunMemory;
  readonly journal: Journal;
  /** Aborted when the user stops the run. Waits end then; requests already sent do not. */
  readonly signal: AbortSignal;
  /** For how long reads retry failures other than a 429: the call belongs to a command that only reads. */
  readonly troubleMs?: number | undefined;
  /** Outputs that have paths of their own (credentials, certificates) are not read. */
  readonly omitsSubResources?: boolean | undefined;
  /** Why no request that needs the token can succeed, where that is known beforehand. */
  readonly problem?: string | undefined;
  /** Replaces the status text in the resource's row of the display. */
  progress(message: string): void;
  /** Adds an informational message to the resource's diagnostics. */
  info(message: string): void;
  /** Adds a warning there. */
  warn(message: string): void;
}

/** How a call of this context waits for what it reads, and whom it tells. */
export function readingIn(context: Context) {
  const { troubleMs } = context;
  return { troubleMs, onProgress: (message: string): void => context.progress(message) };
}

/** What the program wants, with the context of the call. */
export interface Asked<Kind extends Definition = Definition> extends Wanted<Kind> {
  readonly context: Context;
}

/** When an operation must be over, in the clock's milliseconds, and how messages name that limit. */
export interface Deadline {
  readonly at: number;
  readonly seconds: number;
  readonly operation: "create" | "update" | "delete";
}

/** What anything needs that waits. */
export interface Timed {
  readonly deadline: Deadline;
  readonly context: Context;
}

/** One operation on a resource. */
export interface Operation<Kind extends Definition = Definition> extends Asked<Kind>, Timed {}

/** One operation on an existing object. */
export interface ObjectOperation extends Operation {
  readonly id: string;
}

/** An object that is read; without a deadline, for as long as any request may take. */
export interface ObjectRead {
  readonly definition: Definition;
  readonly id: string;
  readonly context: Context;
  readonly deadline?: Deadline | undefined;
}

/** The deadline of an operation that starts now: from `customTimeouts`, or else from the kind. */
export function deadlineFor(
  operation: Deadline["operation"],
  { definition, args, context: { clock } }: Asked,
): Deadline {
  const ofOrigin = operation === "create" ? originOf(definition, args)?.createSec : undefined;
  const seconds = optionsOf(args).timeouts?.[operation] ?? ofOrigin ?? definition.deadlines[`${operation}Sec`];
  return { at: clock.now() + seconds * 1000, seconds, operation };
}

/** The same duration, starting now. */
export function restarted(deadline: Deadline, clock: Clock): Deadline {
  return { ...deadline, at: clock.now() + deadline.seconds * 1000 };
}

/** Why a response cannot be right, phrased to follow "but". */
type RejectReason = NonNullable<Request["rejectReason"]>;

/** Rejects null where every object of the kind has a value. */
export function incomplete({ outputs, noun }: Definition): RejectReason {
  return (live) => {
    const empty = (outputs.neverNull ?? []).filter((field) => live[field] === null);
    return empty.length === 0 ? undefined : `with null for ${empty.join(", ")}, which every ${noun} has`;
  };
}

/** Rejects an answer about any other object. */
export function notAbout(definition: Definition, ownId: string): RejectReason {
  return (live) => aboutAnother(ownId, live) ?? incomplete(definition)(live);
}

/** Rejects an answer to a create without an id; what the request made must then be looked for. */
export function withoutId(definition: Definition): RejectReason {
  return ({ id }) =>
    isOwnId(definition, id) ? undefined : `without a valid ${definition.noun} ID (id: ${inShort(id)})`;
}

/** Rejects what cannot be an object of this kind. */
export function rejectReasonFor(definition: Definition): RejectReason {
  return (live) => withoutId(definition)(live) ?? incomplete(definition)(live);
}

/** @throws UnfitListError for a list with a wrong entry; no conclusion is drawn from the rest. */
export function refuseUnfitList(path: string, listed: readonly Values[], rejectReason: RejectReason): void {
  const problems = listed.map(rejectReason);
  const index = problems.findIndex((problem) => problem !== undefined);
  if (index >= 0) throw new UnfitListError(path, `with a list whose entry ${index} is ${problems[index]}`);
}

/** All objects of the collection, each checked to have an id. */
export async function readCollection(
  definition: Definition,
  path: string,
  { send }: Context,
): Promise<readonly Values[]> {
  const listed = await readList(send, { path });
  refuseUnfitList(path, listed, withoutId(definition));
  return listed;
}

interface Look {
  readonly begunMs: number;
  readonly objects: Promise<readonly Values[]>;
}

/** The latest look at each collection. */
const looks = new WeakMap<RunMemory, Map<string, Look>>();

/** The same, in a list that was begun after that time: all who wait for one of the same moment share it. */
export function readCollectionSince(
  definition: Definition,
  { path, sinceMs }: { readonly path: string; readonly sinceMs: number },
  context: Context,
): Promise<readonly Values[]> {
  const latest = looks.get(context.memory) ?? new Map<string, Look>();
  looks.set(context.memory, latest);
  const known = latest.get(path);
  if (known && known.begunMs > sinceMs) return known.objects;
  const look = { begunMs: context.clock.now(), objects: readCollection(definition, path, context) };
  latest.set(path, look);
  return look.objects;
}
