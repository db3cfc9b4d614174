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
 * Brings a new object in line with the arguments.
 * @param release called as soon as the copy itself is complete, although the object is not yet as wanted
 */
export type Converge<T> = (operation: Operation, live: Values, release?: () => void) => Promise<T>;

/** An object that takes time to copy. */
interface Source extends CopyRule {
  readonly id: string;
  /** For messages: "the instance */
  readonly name: string;
}

function copiedSource(definition: Definition, args: Values): Source | undefined {
  const rule = originOf(definition, args)?.copying;
  const source = sourceOf(definition, args);
  return rule && source && { ...rule, id: source.id, name: `the ${definition.noun} with id ${source.id}` };
}

/**
 * Sends the origin's request. A copy waits until this process is making fewer copies of the source than the service
 * allows at once; nothing starts after Ctrl-C.
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
    // Its deadline runs from its turn.
    const started = { ...operation, deadline: restarted(operation.deadline, context.clock) };
    const live = await createOnce(started, request, (send) => sendWhenReady(started, source, send));
    return converge(started, live, release);
  });
}

/**
 * Sends the request when the source is ready, and again when the service refuses it only because something else is
 * running, or because others are making as many copies as there may be.
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

/**
 * Waits until the copy is complete, as far as the source and the object show it. A source that is gone shows nothing.
 */
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
    throw new CloudError(`Cannot tell whether ${name}, which is copied, is ready: ${messageOf(error)}`);
  }
}

function missing({ name }: Source, status: string | undefined): CloudError {
  const what = status === undefined ? "is not there" : `is "${status}"`;
  return new CloudError(`Cannot copy ${name}: it ${what}. Nothing was made.`);
}
