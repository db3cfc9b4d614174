import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { claim, differing, findOwnBeforeCreate, memoryKey, objectEvidence, once, withCreateLock } from "../ownership";
import type { Found } from "../ownership";
import { collectionPath, createBody, givenArguments, originOf, sourceOf } from "../state";
import { restarted, withoutId } from "../context";
import type { Asked, ObjectOperation, Operation } from "../context";
import { createWithUpload, findOwnOrDiscard, sendsContent } from "../upload";
import { ApiError, CloudError, NotFoundError, isNotFound } from "../../api/errors";
import { capital, messageOf, sentence } from "../wording";
import { isBusy, isGeneralRefusal, poll, readLive, retryWhileBusy, tooLate, takeSlot, waitUntil } from "../waiting";
import type { CopyRule } from "../../definition/creation";

/** How an object is created. Chosen once for each create. */
interface CreationStrategy {
  /** Looks for what an earlier run created and lost. */
  observe(asked: Asked): Promise<Found>;
  /** Creates the object exactly once. */
  make(operation: Operation): Promise<Made>;
  /** Waits until nothing of its creation is still running. */
  waitUntilMade(operation: ObjectOperation, live: Values): Promise<Values>;
  /** Names of the arguments that the creation does not cover: an update request or their own endpoints do. */
  remaining(operation: Operation, live: Values): readonly string[];
}

/** A new object, which is not as wanted yet. */
export interface Made {
  readonly live: Values;
  /** With the deadline that holds: it runs from when the object's turn came. */
  readonly operation: Operation;
  /** To be called when it is complete, so that the next one's turn comes. */
  readonly release?: () => void;
}

/** One POST to the collection. */
const ordinary: CreationStrategy = {
  observe: findOwnBeforeCreate,
  make: async (operation) => {
    const { definition, args } = operation;
    const request = { path: collectionPath(definition, args), body: createBody(definition, args) };
    return { operation, live: await createOnce(operation, request) };
  },
  waitUntilMade: (_, live) => Promise.resolve(live),
  remaining: ({ definition, args }) => [
    ...updatedAfterCreate(definition, args),
    ...appliedAfterCreate(definition, args),
  ],
};

/** A request that takes most of the object from elsewhere, whatever the arguments say. */
const fromOrigin: CreationStrategy = {
  observe: findOwnBeforeCreate,
  make: makeFromOrigin,
  waitUntilMade: waitUntilCopied,
  remaining: remainingOfFound,
};

/** An object that is reserved first; its data is sent afterwards. */
const uploaded: CreationStrategy = {
  ...ordinary,
  observe: findOwnOrDiscard,
  make: async (operation) => ({ operation, live: await createWithUpload(operation) }),
};

/** A POST for a kind that may also be uploaded: an earlier run may have left an object without its data. */
const ordinaryBesideUploads: CreationStrategy = { ...ordinary, observe: findOwnOrDiscard };

export function strategyOf(definition: Definition, args: Values): CreationStrategy {
  if (originOf(definition, args)) return fromOrigin;
  if (!definition.creation?.upload) return ordinary;
  return sendsContent(definition, args) ? uploaded : ordinaryBesideUploads;
}

/** What remains to be done for an object created earlier, by whatever request. */
export function remainingOfFound(operation: Operation, live: Values): readonly string[] {
  const { definition, args } = operation;
  return [...differing(operation, live, givenArguments(definition, args)), ...appliedAfterCreate(definition, args)];
}

function updatedAfterCreate(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter(
    (name) => args[name] !== undefined && definition.args[name]?.sent?.in === "update",
  );
}

/** Arguments with their own endpoints, applied after the create; the service does not show their values. */
export function appliedAfterCreate(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter(
    (name) => args[name] !== undefined && definition.args[name]?.change?.appliedAfterCreate?.(args),
  );
}

/** The POST that creates an object. */
interface CreateRequest {
  readonly path: string;
  readonly body: Values;
}

/** Decides when the request is sent, and whether again after a refusal. */
type Attempt = (send: () => Promise<Values>) => Promise<Values>;

/** Sends the POST, one of several lookalikes at a time, so that there are never two objects. */
function createOnce(
  operation: Operation,
  { path, body }: CreateRequest,
  attempt: Attempt = (send) => send(),
): Promise<Values> {
  const { definition, context, deadline } = operation;
  return withCreateLock(operation, async () => {
    const live = await once({
      context,
      request: { path, body, deadlineMs: deadline.at, rejectReason: withoutId(definition) },
      idOf: ({ id }) => String(id),
      ...objectEvidence(operation, body),
      inTurn: (send) => attempt(() => whilePassing(operation, send)),
      unclear: (last) => neverClear(definition, last),
    });
    return claim(operation, live);
  });
}

function neverClear({ noun }: Definition, last: Error): CloudError {
  return new CloudError(
    `Creating this ${noun} got an ambiguous response, and the API does not list it. Run \`pulumi up\` again once the service ` +
      `recovers. The state was not changed. Cause: ${sentence(last)}`,
  );
}

/** Sends the POST again while the refusal is one that the kind declares temporary. */
async function whilePassing(operation: Operation, send: () => Promise<Values>): Promise<Values> {
  const passing = operation.definition.creation?.retriesOn;
  try {
    return await retryWhileBusy(operation, {
      send,
      willPass: (error) =>
        error instanceof ApiError && error.reasons.some(({ reason }) => passing?.test(reason) === true),
      waitingFor: "to retry",
    });
  } catch (error) {
    throw withCulprit(operation, error);
  }
}

/**
 * A 404 to a create is about something that an argument names; if only one argument can be meant, the error says which.
 */
function withCulprit({ definition, args }: Operation, error: unknown): unknown {
  if (!isNotFound(error)) return error;
  const reasons = Object.entries(definition.args).flatMap(([property, { sent }]) =>
    sent?.whenNotFound === undefined || args[property] === undefined ? [] : [{ property, reason: sent.whenNotFound }],
  );
  return reasons.length === 1 ? new ApiError(error.request, error.status, reasons) : error;
}

/** An object that takes time to copy. */
interface Source extends CopyRule {
  readonly id: string;
  /** For messages: the noun, with the id. */
  readonly name: string;
}

function copiedSource(definition: Definition, args: Values): Source | undefined {
  const rule = originOf(definition, args)?.copying;
  const source = sourceOf(definition, args);
  return rule && source && { ...rule, id: source.id, name: `${definition.noun} ${source.id}` };
}

/**
 * Sends the origin's request. A copy waits until this process is making fewer copies of the source than the service
 * allows at once; nothing starts after Ctrl-C.
 */
async function makeFromOrigin(operation: Operation): Promise<Made> {
  const { definition, args, context } = operation;
  const request = originOf(definition, args)?.request(args);
  if (!request) throw new Error(`${definition.kind} has no such origin`);
  const source = copiedSource(definition, args);
  if (!source) return { operation, live: await createOnce(operation, request) };
  const { name, most } = source;
  const onWait = (): void => context.progress(`queued: no more than ${most} copies of ${name} are created at once`);
  const release = await takeSlot(context.memory, { key: memoryKey(definition, source.id), most, onWait });
  try {
    context.signal.throwIfAborted();
    const started = { ...operation, deadline: restarted(operation.deadline, context.clock) };
    const live = await createOnce(started, request, (send) => sendWhenReady(started, source, send));
    return { operation: started, live, release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Sends the request when the source is ready, and again when the service refuses it only because something else is
 * running, or because others are making as many copies as there may be.
 */
function sendWhenReady(operation: Operation, source: Source, send: () => Promise<Values>): Promise<Values> {
  const { definition, deadline, context } = operation;
  const ready = [...(definition.status?.idle ?? []), source.status];
  return poll(operation, async (isLast) => {
    const status = await statusOf(operation, source);
    if (status === undefined || status === definition.status?.deleting) throw missing(source, status);
    let reason = `${source.name} is ${status}`;
    if (ready.includes(status)) {
      const answer = await send().catch(async (error: unknown) => {
        if (!(await willPass(operation, source, { error, status }))) throw error;
        reason = messageOf(error);
        return undefined;
      });
      if (answer) return answer;
    }
    if (isLast) {
      throw tooLate(`Could not copy ${source.name} (${reason})`, { deadline, afterwards: "Run `pulumi up` again" });
    }
    context.progress(`${reason.replace(/\.$/, "")}; waiting to copy ${source.name}`);
    return undefined;
  });
}

/**
 * Waits until the copy is complete, as far as the source and the object show it. A source that is gone shows nothing.
 */
async function waitUntilCopied(operation: ObjectOperation, live: Values): Promise<Values> {
  const { definition, args, deadline, context } = operation;
  const source = copiedSource(definition, args);
  if (!source) return live;
  await poll(operation, async (isLast) => {
    if ((await statusOf(operation, source)) !== source.status) return true;
    const afterwards = "The ID of the copy is saved in state: run `pulumi up` to resume";
    if (isLast) throw tooLate(`${capital(source.name)} is still "${source.status}"`, { deadline, afterwards });
    context.progress(`waiting until ${source.name} is copied`);
    return undefined;
  });
  const idle = definition.status?.idle ?? [];
  const until = (now: Values): boolean => idle.includes(String(now.status));
  return waitUntil(operation, { until, what: idle.join(" or ") });
}

/** Whether the service refuses only for now. It words the refusal of too many copies freely. */
async function willPass(
  operation: Operation,
  source: Source,
  { error, status }: { error: unknown; status: string },
): Promise<boolean> {
  if (!isGeneralRefusal(error)) return false;
  return isBusy(error) || status === source.status || (await statusOf(operation, source)) === source.status;
}

/** undefined if the source does not exist. Any other error is one of this read, and says nothing about the request. */
async function statusOf(operation: Operation, { id, name }: Source): Promise<string | undefined> {
  try {
    return String((await readLive({ ...operation, id })).status);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (operation.context.signal.aborted) throw error;
    throw new CloudError(`Could not check whether ${name} is ready to be copied: ${sentence(error)}`);
  }
}

function missing({ name }: Source, status: string | undefined): CloudError {
  const what = status === undefined ? "does not exist" : `is "${status}"`;
  return new CloudError(`Cannot copy ${name}: it ${what}. Nothing was created.`);
}
