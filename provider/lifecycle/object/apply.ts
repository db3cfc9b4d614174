import { CloudError, isNotOffered } from "../../api/errors";
import type { ApiError } from "../../api/errors";
import type { Request } from "../../api/client";
import { readList } from "../../api/paging";
import { isSentIn } from "../../definition/argument";
import type { Step } from "../../definition/step";
import { objectId } from "../../definition/types";
import type { Values } from "../../definition/values";
import { differing } from "../ownership";
import { locate, merge, updateBody } from "../state";
import { notAbout } from "../context";
import type { ObjectOperation } from "../context";
import { readLive, waitUntil, whenReady } from "../waiting";
import { refusalsOf } from "./diff";
import { strategyOf } from "./make";

/** How far a series of writes has got: the object as last shown, and the arguments that are done. */
export interface Progress {
  live: Values;
  readonly done: Set<string>;
  /** Arguments that a request without a clear response may have changed. */
  readonly ambiguous: Set<string>;
  wrote: boolean;
}

export function progressFrom(live: Values, wrote: boolean): Progress {
  return { live, done: new Set(), ambiguous: new Set(), wrote };
}

/**
 * Applies the named arguments: first one PUT for those that it can carry, then the requests of the others, one after
 * another, each with its wait. `progress` is always up to date, so a failure in between loses nothing.
 */
export async function apply(operation: ObjectOperation, names: readonly string[], progress: Progress): Promise<void> {
  const { definition, args } = operation;
  const refusals = refusalsOf(definition, args, names);
  if (refusals.length > 0) throw new CloudError(refusals.join("; "));
  const withSteps = names.filter((name) => definition.args[name]?.change?.steps);
  const inOrder = (order?: "first" | "last"): string[] =>
    withSteps.filter((name) => definition.args[name]?.change?.order?.(args) === order);
  await applySteps(operation, inOrder("first"), progress);
  const inBody = names.filter((name) => {
    const rule = definition.args[name];
    return rule !== undefined && isSentIn(rule, "update");
  });
  if (inBody.length > 0) await put(operation, inBody, progress);
  await applySteps(operation, [...inOrder(), ...inOrder("last")], progress);
}

/** Applies the named arguments with one PUT. */
async function put(operation: ObjectOperation, names: readonly string[], progress: Progress): Promise<void> {
  const { definition, id, deadline, context } = operation;
  const { path, ownId } = locate(definition, id);
  const statuses = definition.status?.updatable;
  const answer = await whenReady(operation, { statuses, seen: progress.live }, (live = progress.live) =>
    context.send({
      method: "PUT",
      path,
      body: updateBody(operation, names, live),
      deadlineMs: deadline.at,
      rejectReason: notAbout(definition, ownId),
      onAmbiguous: () => names.forEach((name) => progress.ambiguous.add(name)),
    }),
  );
  progress.live = merge(progress.live, answer);
  progress.wrote = true;
  for (const name of names) progress.done.add(name);
  await settle(operation, progress, { statuses, what: "the update to end" });
}

/** Applies the named arguments through their own endpoints, one after another. */
async function applySteps(operation: ObjectOperation, names: readonly string[], progress: Progress): Promise<void> {
  const { definition, args } = operation;
  const statuses = definition.status?.settled;
  for (const name of names) {
    await settle(operation, progress, { statuses, what: "what is under way to end" });
    const steps = definition.args[name]?.change?.steps?.(args, progress.live) ?? [];
    const onAmbiguous = (): void => void progress.ambiguous.add(name);
    await takeSteps(operation, { steps, onAmbiguous, beforeRepeat: () => findDone(operation, name, steps) }, progress);
    progress.done.add(name);
  }
}

/** The object, if it shows that the only step of a change was taken although the service refused it. */
async function findDone(operation: ObjectOperation, name: string, steps: readonly Step[]): Promise<Values | undefined> {
  const { definition, args } = operation;
  if (steps.length > 1 || args[name] === undefined || definition.args[name]?.writeOnly) return undefined;
  const live = await readLive(operation);
  return differing(operation, live, [name]).length === 0 ? live : undefined;
}

/**
 * Waits until nothing is running, because the service would refuse to start something else. Kinds without statuses
 * never wait.
 */
async function settle(
  operation: ObjectOperation,
  progress: Progress,
  { statuses, what }: { statuses: readonly string[] | undefined; what: string },
): Promise<void> {
  const until = (live: Values): boolean => statuses === undefined || statuses.includes(String(live.status));
  if (!until(progress.live)) progress.live = await waitUntil(operation, { until, what, seen: progress.live });
}

/** Requests of a change that has its own endpoints. */
interface Course extends Pick<Request, "onAmbiguous" | "beforeRepeat"> {
  readonly steps: readonly Step[];
}

/** Sends the requests one after another, and waits for the result of each. */
async function takeSteps(operation: ObjectOperation, { steps, ...hooks }: Course, progress: Progress): Promise<void> {
  const { definition, id, context } = operation;
  const statuses = definition.status?.settled;
  for (const step of steps) {
    const { action, until } = step;
    context.progress(action);
    const send = (): Promise<Values> => sendStep(operation, step, hooks);
    await whenReady(operation, { statuses, seen: progress.live }, send).catch((error: unknown) => {
      throw isNotOffered(error) ? notOffered(operation, action, error) : error;
    });
    progress.wrote = true;
    progress.live = until
      ? await waitUntil(operation, { until, what: action })
      : await readLive({ definition, id, context });
  }
}

async function sendStep(
  operation: ObjectOperation,
  { action, body, toTheOnlyOne }: Step,
  hooks: Omit<Course, "steps">,
): Promise<Values> {
  const { definition, id, deadline, context } = operation;
  const path = `${locate(definition, id).path}/${action}`;
  return context.send({
    method: toTheOnlyOne ? "PUT" : "POST",
    path: toTheOnlyOne ? `${path}/${await onlyOneOf(operation, action, path)}` : path,
    ...(body ? { body } : {}),
    deadlineMs: deadline.at,
    ...hooks,
  });
}

/** The id of the only entry of a list that belongs to the object. */
async function onlyOneOf({ definition, id, context }: ObjectOperation, what: string, path: string): Promise<string> {
  const [only, ...others] = await readList(context.send, { path });
  if (only !== undefined && others.length === 0 && objectId.check(only.id, "id").length === 0) return String(only.id);
  throw new CloudError(
    `Make this change by hand, and list the property in ignoreChanges: it needs exactly one of the ${what}, and the ${definition.noun} ` +
      `with id ${id} has ${only === undefined ? 0 : others.length + 1}.`,
  );
}

/** Some operations are beyond the interface documents, so a service may lack them. */
function notOffered({ definition, id }: ObjectOperation, action: string, error: ApiError): CloudError {
  return new CloudError(
    `The service does not seem to offer "${action}", which this change needs. To replace the ${definition.noun} with id ${id} instead, ` +
      `list the property in replaceOnChanges (${error.message}).`,
  );
}

/**
 * Resumes what was interrupted.
 * @param leads whether to also bring the object to the status that its create was to reach
 */
export async function resume(operation: ObjectOperation, progress: Progress, managesStatus: boolean): Promise<void> {
  const { definition, args } = operation;
  const { status } = definition;
  if (!status) return;
  if (managesStatus) progress.live = await strategyOf(definition, args).settle(operation, progress.live);
  const created = status.created(args);
  const until = (live: Values): boolean => live.status === created || status.settled.includes(String(live.status));
  if (!until(progress.live))
    progress.live = await waitUntil(operation, { until, what: `"${created}"`, seen: progress.live });
  if (managesStatus && progress.live.status !== created)
    await takeSteps(operation, { steps: status.resume(args) }, progress);
}
