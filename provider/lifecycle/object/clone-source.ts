import { ApiError, CloudError, NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { CopyRule } from "../../definition/creation";
import type { Values } from "../../definition/values";
import { isBusy, tooLate } from "../action/wait";
import type { Context, Deadline } from "../state/context";
import { memoryKey } from "../ownership/identity";
import { originOf, sourceOf } from "../state/origins";
import { inPlace } from "../waiting/locks";
import { look, readLive, waitUntil } from "../waiting/waiter";

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
 * Does the work as soon as this process makes fewer copies of the source than the service allows at once. Nothing new begins
 * after Ctrl-C. `leave` tells that the copy is made.
 */
export function whenItsTurn<T>(
  definition: Definition,
  args: Values,
  context: Context,
  work: (leave: () => void) => Promise<T>,
): Promise<T> {
  const source = copiedSource(definition, args);
  if (!source) return work(() => undefined);
  const { name, most } = source;
  const onWait = (): void =>
    context.progress(`waiting for its turn: no more than ${most} copies of ${name} are made at once`);
  return inPlace(context.memory, { key: memoryKey(definition, source.id), most, onWait }, (leave) => {
    context.signal.throwIfAborted();
    return work(leave);
  });
}

/**
 * Sends the request of a create. Where it copies something, that waits until the source is ready, and the request is sent again
 * when the service has refused it only because something else is under way, or because others make as many copies as there may be.
 */
export async function sendWhenSourceIsReady(
  definition: Definition,
  args: Values,
  deadline: Deadline,
  send: () => Promise<Values>,
  context: Context,
): Promise<Values> {
  const source = copiedSource(definition, args);
  if (!source) return send();
  const ready = [...(definition.status?.settled ?? []), source.status];
  let answer: Values | undefined;
  await look(deadline, context, async (isLast) => {
    const status = await statusOf(definition, source, deadline, context);
    if (status === undefined || status === definition.status?.deleting) throw missing(source, status);
    let reason = `${source.name} is ${status}`;
    if (ready.includes(status)) {
      answer = await send().catch(async (error: unknown) => {
        if (!(await isPassing(definition, source, { error, status, deadline }, context))) throw error;
        reason = (error as Error).message;
        return undefined;
      });
    }
    if (answer) return true;
    if (isLast)
      throw tooLate(`Cannot copy ${source.name} yet: ${reason}`, { deadline, afterwards: "Run `pulumi up` again" });
    context.progress(`${reason}; waiting until ${source.name} can be copied`);
    return false;
  });
  return answer as Values;
}

/** Waits until the copy is made, as far as the source and the object itself show it; a source that is gone shows nothing. */
export async function waitUntilCopied(
  definition: Definition,
  id: string,
  { args, live, deadline }: { args: Values; live: Values; deadline: Deadline },
  context: Context,
): Promise<Values> {
  const source = copiedSource(definition, args);
  if (!source) return live;
  await look(deadline, context, async (isLast) => {
    if ((await statusOf(definition, source, deadline, context)) !== source.status) return true;
    const afterwards = "The id of the copy is kept: run `pulumi up` again to go on";
    if (isLast) throw tooLate(`${source.name} is still "${source.status}"`, { deadline, afterwards });
    context.progress(`waiting until ${source.name} is copied`);
    return false;
  });
  const settled = definition.status?.settled ?? [];
  const until = (now: Values): boolean => settled.includes(String(now.status));
  return waitUntil(definition, id, { until, what: settled.join(" or "), deadline }, context);
}

/** The service has begun nothing, and will when something has ended. It words the refusal of too many copies as it likes. */
async function isPassing(
  definition: Definition,
  source: Source,
  { error, status, deadline }: { error: unknown; status: string; deadline: Deadline },
  context: Context,
): Promise<boolean> {
  const isGeneral =
    error instanceof ApiError && error.status === 400 && error.reasons.every(({ property }) => property === undefined);
  if (!isGeneral) return false;
  return (
    isBusy(error) ||
    status === source.status ||
    (await statusOf(definition, source, deadline, context)) === source.status
  );
}

/** undefined when the source is not there. Other errors are of this read, and tell nothing of the request. */
async function statusOf(
  definition: Definition,
  source: Source,
  deadline: Deadline,
  context: Context,
): Promise<string | undefined> {
  try {
    return String((await readLive(definition, source.id, context, deadline)).status);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (context.signal.aborted) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new CloudError(`Cannot tell whether ${source.name}, which is copied, is ready: ${cause}`);
  }
}

function missing({ name }: Source, status: string | undefined): CloudError {
  const what = status === undefined ? "is not there" : `is "${status}"`;
  return new CloudError(`Cannot copy ${name}: it ${what}. Nothing was made.`);
}
