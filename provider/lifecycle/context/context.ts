import type { Address } from "../../api/api-url";
import type { Clock } from "../../api/clock";
import type { Request, Send } from "../../api/client";
import { withoutId } from "../../api/plain";
import { mismatchedId, readsUntil, shortened } from "../../api/reads";
import type { PlainReads, Reads } from "../../api/reads";
import type { Transfer } from "../../api/transfer";
import type { Journal } from "../../journal/journal";
import type { RunMemory } from "./run-memory";
import type { Definition } from "../../definition/definition";
import { isOwnId, optionsOf, originOf } from "../state";
import type { Wanted } from "../state";
import { InvalidListError } from "../../api/errors";
import { readList } from "../../api/paging";
import type { Values } from "../../definition/values";

/** The environment of a lifecycle call, independent of Pulumi. */
export interface Context {
  readonly send: Send;
  readonly address: Address;
  readonly reads: Reads;
  readonly plain: PlainReads;
  readonly transfer: Transfer;
  readonly clock: Clock;
  /**
   * Time by the service's clock, in milliseconds since 1970: never ahead of it, and up to a second behind. Undefined before the first
   * response.
   */
  readonly serviceTime: () => number | undefined;
  /** The account that the token belongs to; undefined before the first response, or if the service does not show it. */
  readonly accountId: () => string | undefined;
  readonly memory: RunMemory;
  readonly journal: Journal;
  /** Aborted when the user cancels. Waits then stop; requests already sent do not. */
  readonly signal: AbortSignal;
  /** How long reads retry failures other than a 429. Set for commands that only read. */
  readonly troubleMs?: number | undefined;
  /** Skips outputs that have their own API paths (credentials, certificates). */
  readonly omitsSubResources?: boolean | undefined;
  readonly previewsOperations?: boolean | undefined;
  /** Why no authenticated request can succeed, if known beforehand. */
  readonly problem?: string | undefined;
  /** Replaces the status text in the resource's row of the display. */
  progress(message: string): void;
  /** Adds an informational message to the resource's diagnostics. */
  info(message: string): void;
  /** Adds a warning to the resource's diagnostics. */
  warn(message: string): void;
}

/** Options for reads in this context: how long to retry them, and where to report progress. */
export function readOptionsOf(context: Context) {
  const { troubleMs } = context;
  return { troubleMs, onProgress: (message: string): void => context.progress(message) };
}

/** The resource as the program declares it, with the context of the call. */
export interface ResourceCall<Kind extends Definition = Definition> extends Wanted<Kind> {
  readonly context: Context;
}

/** When an operation times out, in the clock's milliseconds, with the details for messages. */
export interface Deadline {
  readonly at: number;
  readonly seconds: number;
  readonly operation: "create" | "update" | "delete";
}

/** What every wait requires. */
export interface Timed {
  readonly deadline: Deadline;
  readonly context: Context;
}

export interface Operation<Kind extends Definition = Definition> extends ResourceCall<Kind>, Timed {}

/** One operation on an existing remote resource. */
export interface ObjectOperation extends Operation {
  readonly id: string;
}

/** A remote resource to read. Without a deadline, the limit for any single request applies. */
export interface ObjectRead {
  readonly definition: Definition;
  readonly id: string;
  readonly context: Context;
  readonly deadline?: Deadline | undefined;
}

/**
 * An operation that starts now. It ends, with each of its requests, at a deadline from `customTimeouts`, or else from the definition. One
 * that has started before starts again.
 */
export function startOperation<Kind extends Definition, Call extends ResourceCall<Kind>>(
  operation: Deadline["operation"],
  call: Call & ResourceCall<Kind>,
): Call & Timed {
  const { definition, args, context } = call;
  const ofOrigin = operation === "create" ? originOf(definition, args)?.createSec : undefined;
  const seconds = optionsOf(args).timeouts?.[operation] ?? ofOrigin ?? definition.deadlines[`${operation}Sec`];
  const at = context.clock.now() + seconds * 1000;
  return { ...call, context: endingAt(at, context), deadline: { at, seconds, operation } };
}

/** The context, whose requests end at that time on the clock if they name no other. */
export function endingAt(at: number, context: Context): Context {
  const send: Send = (request) => context.send({ ...request, deadlineMs: request.deadlineMs ?? at });
  return { ...context, send, reads: readsUntil(context.reads, at) };
}

/** Why a response is invalid, phrased to follow "but". */
type RejectReason = NonNullable<Request["rejectReason"]>;

/** Rejects null in fields that every resource of the type has. */
export function rejectIncomplete({ outputs, noun }: Definition): RejectReason {
  return (live) => {
    const empty = (outputs.neverNull ?? []).filter((field) => live[field] === null);
    return empty.length === 0 ? undefined : `with null for ${empty.join(", ")}, which every ${noun} has`;
  };
}

/** How to read a resource of the type as a whole. */
export function wholeReadOf(definition: Definition) {
  return { rejectReason: rejectIncomplete(definition), parts: definition.outputs.parts };
}

/** Rejects a response about another resource, or an incomplete one. */
export function rejectOther(definition: Definition, ownId: string): RejectReason {
  return (live) => mismatchedId(ownId, live) ?? rejectIncomplete(definition)(live);
}

/** Rejects a response to a create that has no ID; what the request created must then be searched for. */
export function rejectWithoutId(definition: Definition): RejectReason {
  return (live) =>
    isOwnId(definition, live.id)
      ? undefined
      : (withoutId(live) ?? `without a valid ${definition.noun} ID (id: ${shortened(live.id)})`);
}

/** Rejects what cannot be a resource of this type. */
export function rejectInvalid(definition: Definition): RejectReason {
  return (live) => rejectWithoutId(definition)(live) ?? rejectIncomplete(definition)(live);
}

/** @throws InvalidListError for a list with an invalid entry, from which nothing can be concluded */
export function rejectInvalidList(path: string, listed: readonly Values[], rejectReason: RejectReason): void {
  const problems = listed.map(rejectReason);
  const index = problems.findIndex((problem) => problem !== undefined);
  if (index >= 0) throw new InvalidListError(path, `with a list whose entry ${index} is ${problems[index]}`);
}

/** All entries of the collection, each checked to have an ID. */
export async function readCollection(
  definition: Definition,
  path: string,
  { send }: Context,
): Promise<readonly Values[]> {
  const listed = await readList(send, { path });
  rejectInvalidList(path, listed, rejectWithoutId(definition));
  return listed;
}

interface CollectionRead {
  readonly begunMs: number;
  readonly objects: Promise<readonly Values[]>;
}

/** The latest read of each collection. */
const latestReads = () => new Map<string, CollectionRead>();

/** `readCollection`, from a list that was started after that time. Concurrent callers share one list. */
export function readCollectionSince(
  definition: Definition,
  { path, sinceMs }: { readonly path: string; readonly sinceMs: number },
  context: Context,
): Promise<readonly Values[]> {
  const latest = context.memory.of(latestReads);
  const known = latest.get(path);
  if (known && known.begunMs > sinceMs) return known.objects;
  const look = { begunMs: context.clock.now(), objects: readCollection(definition, path, context) };
  latest.set(path, look);
  return look.objects;
}
