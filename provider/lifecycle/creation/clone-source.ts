import { CloudError, NotFoundError } from "../../api/errors";
import type { CopyRule } from "../../definition/creation";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { memoryKey } from "../ownership";
import { originOf, sourceOf } from "../state";
import { restarted } from "../context";
import { messageOf } from "../wording";
import type { ObjectOperation, Operation } from "../context";
import { isBusy, isGeneralRefusal, poll, readLive, tooLate, waitUntil, withSlot } from "../waiting";
import { createOnce } from "./create-once";

/**
 * Leads a made object to what the arguments ask for.
 * @param release called as soon as the making itself is over, although the object is not yet as the arguments want it
 */
export type Converge<T> = (operation: Operation, live: Values, release?: () => void) => Promise<T>;

/** An object that is copied, where that takes time. */
interface Source extends CopyRule {
  readonly id: string;
  /** In words: "the instance with id 5". */
  readonly name: string;
}

function copiedSource(definition: Definition, args: Values): Source | undefined {
  const rule = originOf(definition, args)?.copying;
  const source = sourceOf(definition, args);
  return rule && source && { ...rule, id: source.id, name: `the ${definition.noun} with id ${source.id}` };
}

/**
 * Sends the request of the origin. What copies something waits until this process makes fewer copies of the source than the service
 * allows at once; nothing new begins after Ctrl-C.
 */
export async function copy<T>(operation: Operation, converge: Converge<T>): Promise<T> {
  const { definition, args, context } = operation;
  const request = originOf(definition, args)?.request(args);
  if (!request) throw new Error(`${definition.kind} has no such origin`);
  const source = copiedSource(definition, args);
  if (!source) return converge(operation, await createOnce(operation, request));
  const { name, most } = source;
  const onWait = (): void =>
    context.progress(`waiting for its turn: no more than ${most} copies of ${name} are made at once`);
  return withSlot(context.memory, { key: memoryKey(definition, source.id), most, onWait }, async (release) => {
    context.signal.throwIfAborted();
    // Its time begins with its turn.
    const started = { ...operation, deadline: restarted(operation.deadline, context.clock) };
    const live = await createOnce(started, request, (send) => sendWhenReady(started, source, send));
    return converge(started, live, release);
  });
}

/**
 * Sends the request when the source is ready, and again when the service has refused it only because something else is under way,
 * or because others make as many copies as there may be.
 */
function sendWhenReady(operation: Operation, source: Source, send: () => Promise<Values>): Promise<Values> {
  const { definition, deadline, context } = operation;
  const ready = [...(definition.status?.settled ?? []), source.status];
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
      throw tooLate(`Cannot copy ${source.name} yet: ${reason}`, { deadline, afterwards: "Run `pulumi up` again" });
    }
    context.progress(`${reason}; waiting until ${source.name} can be copied`);
    return undefined;
  });
}

/** Waits until the copy is made, as far as the source and the object itself show it; a source that is gone shows nothing. */
export async function waitUntilCopied(operation: ObjectOperation, live: Values): Promise<Values> {
  const { definition, args, deadline, context } = operation;
  const source = copiedSource(definition, args);
  if (!source) return live;
  await poll(operation, async (isLast) => {
    if ((await statusOf(operation, source)) !== source.status) return true;
    const afterwards = "The id of the copy is kept: run `pulumi up` again to go on";
    if (isLast) throw tooLate(`${source.name} is still "${source.status}"`, { deadline, afterwards });
    context.progress(`waiting until ${source.name} is copied`);
    return undefined;
  });
  const settled = definition.status?.settled ?? [];
  const until = (now: Values): boolean => settled.includes(String(now.status));
  return waitUntil(operation, { until, what: settled.join(" or ") });
}

/** The service has begun nothing, and will when something has ended. It words the refusal of too many copies as it likes. */
async function willPass(
  operation: Operation,
  source: Source,
  { error, status }: { error: unknown; status: string },
): Promise<boolean> {
  if (!isGeneralRefusal(error)) return false;
  return isBusy(error) || status === source.status || (await statusOf(operation, source)) === source.status;
}

/** undefined when the source is not there. Other errors are of this read, and tell nothing of the request. */
async function statusOf(operation: Operation, { id, name }: Source): Promise<string | undefined> {
  try {
    return String((await readLive({ ...operation, id })).status);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (operation.context.signal.aborted) throw error;
    throw new CloudError(`Cannot tell whether ${name}, which is copied, is ready: ${messageOf(error)}`);
  }
}

function missing({ name }: Source, status: string | undefined): CloudError {
  const what = status === undefined ? "is not there" : `is "${status}"`;
  return new CloudError(`Cannot copy ${name}: it ${what}. Nothing was made.`);
}
