import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { claim, memoryKey } from "../identity";
import { findOwnBeforeCreate, objectEvidence, once, withCreateLock } from "../ownership";
import type { FoundBeforeCreate, InTurn } from "../ownership";
import { collectionPath, createBody, differingInputs, givenArguments, originOf, sourceOf } from "../state";
import { rejectWithoutId, startOperation } from "../context";
import type { ResourceCall, ObjectOperation, Operation } from "../context";
import { createWithUpload, findOwnOrDiscard } from "../upload";
import { ApiError, CloudError, NotFoundError, joinReasons, withoutPeriod } from "../../api/errors";
import { RESUMES, createUnconfirmed, capitalize, messageOf, sentence } from "../wording";
import {
  isBusy,
  isGeneralRejection,
  poll,
  readLive,
  retryWhileBusy,
  timeoutError,
  takeSlot,
  waitUntil,
} from "../waiting";
import type { CloneRule } from "../../definition/creation";

/** How a remote resource is created. Chosen once per create. */
interface CreationStrategy {
  /** Searches for a resource that an earlier update created but did not record. */
  observe(call: ResourceCall): Promise<FoundBeforeCreate>;
  /** Creates the resource exactly once. */
  make(operation: Operation): Promise<CreatedResource>;
  /** Waits until the create itself is complete. */
  waitUntilComplete(operation: ObjectOperation, live: Values): Promise<Values>;
  /** Names of the inputs that the create does not apply, so that an update request or separate endpoints must. */
  remaining(operation: Operation, live: Values): readonly string[];
}

/** A newly created resource, which may not match its inputs yet. */
export interface CreatedResource {
  readonly live: Values;
  /** Its deadline starts after the wait in the queue. */
  readonly operation: Operation;
  /** Releases the slot in the queue. Call it once the resource is complete. */
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
  waitUntilComplete: (_, live) => Promise.resolve(live),
  remaining: ({ definition, args }) => [
    ...updatedAfterCreate(definition, args),
    ...appliedAfterCreate(definition, args),
  ],
};

/** The origin's request, which takes most values from elsewhere, regardless of the inputs. */
const fromOrigin: CreationStrategy = {
  observe: findOwnBeforeCreate,
  make: makeFromOrigin,
  waitUntilComplete: waitUntilCloned,
  remaining: remainingOfFound,
};

/** Reserves the resource, then uploads its data. */
const uploaded: CreationStrategy = {
  ...ordinary,
  observe: findOwnOrDiscard,
  make: async (operation) => ({ operation, live: await createWithUpload(operation) }),
};

/** An ordinary POST for a resource type with uploads: an interrupted upload may have left a resource without data. */
const ordinaryBesideUploads: CreationStrategy = { ...ordinary, observe: findOwnOrDiscard };

export function strategyOf(definition: Definition, args: Values): CreationStrategy {
  if (originOf(definition, args)) return fromOrigin;
  const upload = definition.creation?.upload;
  if (!upload) return ordinary;
  return args[upload.from] === undefined ? ordinaryBesideUploads : uploaded;
}

/** Names of the inputs still to be applied to a resource created earlier, by any request. */
export function remainingOfFound(operation: Operation, live: Values): readonly string[] {
  const { definition, args } = operation;
  return [
    ...differingInputs(operation, live, givenArguments(definition, args)),
    ...appliedAfterCreate(definition, args),
  ];
}

function updatedAfterCreate(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter(
    (name) => args[name] !== undefined && definition.args[name]?.sent?.in === "update",
  );
}

/** Inputs that a response shows only if the resource has them: the request of the create did not carry them. */
export function notInCreate(definition: Definition, args: Values): string[] {
  if (!originOf(definition, args)) return updatedAfterCreate(definition, args);
  return givenArguments(definition, args).filter((name) => !definition.args[name]?.writeOnly);
}

/** Inputs that the create ignores and separate endpoints apply afterwards. The API does not return their values. */
export function appliedAfterCreate(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter(
    (name) => args[name] !== undefined && definition.args[name]?.change?.appliedAfterCreate?.(args),
  );
}

interface CreateRequest {
  readonly path: string;
  readonly body: Values;
}

/** Sends the POST so that it never creates two resources. Creates with the same identity run one at a time. */
function createOnce(
  operation: Operation,
  { path, body }: CreateRequest,
  attempt: InTurn = (send) => send(),
): Promise<Values> {
  const { definition, context } = operation;
  return withCreateLock(operation, async () => {
    const live = await once({
      context,
      request: { path, body, rejectReason: rejectWithoutId(definition) },
      idOf: ({ id }) => String(id),
      ...objectEvidence(operation, body),
      inTurn: (send) => attempt(() => retryTemporaryRejections(operation, send)),
      ambiguousError: (last) =>
        new CloudError(createUnconfirmed(definition.noun, ", and the API does not list it", last)),
    });
    return claim(operation, live);
  });
}

/** Retries the POST while the API rejects it for a reason that the definition declares temporary. */
async function retryTemporaryRejections<T>(operation: Operation, send: () => Promise<T>): Promise<T> {
  const { whenRejected } = operation.definition.creation ?? {};
  const meaningOf = (error: ApiError) =>
    whenRejected?.(error.status, joinReasons(error.reasons.map(({ reason }) => reason)));
  try {
    return await retryWhileBusy(operation, {
      send,
      isTemporary: (error) => error instanceof ApiError && meaningOf(error) === "retry",
      waitingFor: "to retry",
    });
  } catch (error) {
    const meaning = error instanceof ApiError ? meaningOf(error) : undefined;
    if (!(error instanceof ApiError) || typeof meaning !== "object") throw error;
    throw new ApiError(error.request, error.status, [{ property: meaning.path, reason: meaning.reason }]);
  }
}

/** A source whose clone takes time. */
interface CloneSource extends Required<CloneRule> {
  readonly id: string;
  /** For messages: the noun and the ID. */
  readonly name: string;
}

function sourceToClone(definition: Definition, args: Values): CloneSource | undefined {
  const { status, maxAtOnce = Infinity } = originOf(definition, args)?.source ?? {};
  const source = sourceOf(definition, args);
  return source && status !== undefined
    ? { ...source, status, maxAtOnce, name: `${definition.noun} ${source.id}` }
    : undefined;
}

/**
 * Sends the origin's request. A clone is queued until this process has fewer clones of the source in progress than the API allows. Nothing
 * starts after Ctrl-C.
 */
async function makeFromOrigin(operation: Operation): Promise<CreatedResource> {
  const { definition, args, context } = operation;
  const request = originOf(definition, args)?.request(args);
  if (!request) throw new Error(`${definition.kind} has no such origin`);
  const source = sourceToClone(definition, args);
  if (!source) return { operation, live: await createOnce(operation, request) };
  const { name, maxAtOnce } = source;
  const onWait = (): void =>
    context.progress(`queued: no more than ${maxAtOnce} clones of ${name} are created at once`);
  const release = await takeSlot(context.memory, { key: memoryKey(definition, source.id), max: maxAtOnce, onWait });
  try {
    context.signal.throwIfAborted();
    const started = startOperation("create", operation);
    const live = await createOnce(started, request, (send) => sendWhenReady(started, source, send));
    return { operation: started, live, release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Sends the request once the source is ready. Retries it while the API rejects it because another operation is in progress, or because
 * other clients use up the allowed number of clones.
 */
function sendWhenReady<T>(operation: Operation, source: CloneSource, send: () => Promise<T>): Promise<T> {
  const { definition, deadline, context } = operation;
  const ready = [...(definition.status?.idle ?? []), source.status];
  return poll(operation, async (isLast) => {
    const status = await sourceStatus(operation, source);
    if (status === undefined || status === definition.status?.deleting) throw cannotClone(source, status);
    let reason = `${source.name} is ${status}`;
    if (ready.includes(status)) {
      const response = await send().catch(async (error: unknown) => {
        if (!(await isTemporary(operation, source, { error, status }))) throw error;
        reason = messageOf(error);
        return undefined;
      });
      if (response) return response;
    }
    if (isLast) {
      throw timeoutError(`Could not clone ${source.name} (${withoutPeriod(reason)})`, {
        deadline,
        afterwards: "Run the same command again",
      });
    }
    context.progress(`${withoutPeriod(reason)}; waiting to clone ${source.name}`);
    return undefined;
  });
}

/**
 * Waits until the clone is complete, as shown by the status of the source and of the clone. Does not wait for a source that no longer exists.
 */
async function waitUntilCloned(operation: ObjectOperation, live: Values): Promise<Values> {
  const { definition, args, deadline, context } = operation;
  const source = sourceToClone(definition, args);
  if (!source) return live;
  await poll(operation, async (isLast) => {
    if ((await sourceStatus(operation, source)) !== source.status) return true;
    const still = `${capitalize(source.name)} is still "${source.status}"`;
    if (isLast) throw timeoutError(still, { deadline, afterwards: RESUMES });
    context.progress(`waiting until ${source.name} is cloned`);
    return undefined;
  });
  const idle = definition.status?.idle ?? [];
  const until = (now: Values): boolean => idle.includes(String(now.status));
  return waitUntil(operation, { until, what: idle.join(" or ") });
}

/** Whether the rejection is temporary. The documents specify no error text for too many clones, so the source's status counts as well. */
async function isTemporary(
  operation: Operation,
  source: CloneSource,
  { error, status }: { error: unknown; status: string },
): Promise<boolean> {
  if (!isGeneralRejection(error)) return false;
  return isBusy(error) || status === source.status || (await sourceStatus(operation, source)) === source.status;
}

/** Undefined if the source does not exist. Any other error concerns this read, not the request. */
async function sourceStatus(operation: Operation, { id, name }: CloneSource): Promise<string | undefined> {
  try {
    return String((await readLive({ ...operation, id })).status);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (operation.context.signal.aborted) throw error;
    throw new CloudError(`Could not check whether ${name} is ready to be cloned: ${sentence(error)}`);
  }
}

function cannotClone({ name }: CloneSource, status: string | undefined): CloudError {
  const what = status === undefined ? "does not exist" : `is "${status}"`;
  return new CloudError(`Cannot clone ${name}: it ${what}. Nothing was created.`);
}
