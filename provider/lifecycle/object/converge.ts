import { CloudError, isNotOffered } from "../../api/errors";
import type { ApiError } from "../../api/errors";
import type { Request } from "../../api/client";
import { readList } from "../../api/paging";
import { isUsualId } from "../../definition/ids";
import { listIn } from "../../definition/step";
import type { Definition } from "../../definition/definition";
import type { Step } from "../../definition/step";
import { statusIn } from "../../definition/status";
import { objectId } from "../../definition/types";
import type { Values } from "../../definition/values";
import { differingInputs, idOf, locate, merge, updateBody } from "../state";
import { rejectOther, rejectWithoutId } from "../context";
import type { ObjectOperation } from "../context";
import { readLive, waitUntil, whenReady } from "../waiting";
import { capitalize, commaList, sentence } from "../wording";
import { strategyOf } from "./make";
import { needsSteps, planChanges, throwIfRejected } from "./plan";
import type { Change } from "./plan";

/** Progress of a series of writes: the resource as last returned, and the inputs already applied. */
export interface WriteProgress {
  live: Values;
  readonly done: Set<string>;
  /** Inputs that a request with an ambiguous response may have changed. */
  readonly ambiguous: Set<string>;
  wrote: boolean;
}

export function progressFrom(live: Values, wrote: boolean): WriteProgress {
  return { live, done: new Set(), ambiguous: new Set(), wrote };
}

/**
 * Plans the requests that apply the named inputs. If they depend on the resource's status, first waits until no operation is in progress.
 * @throws CloudError immediately if one of the inputs cannot be changed
 */
export async function planWhenIdle(
  operation: ObjectOperation,
  names: readonly string[],
  progress: WriteProgress,
): Promise<readonly Change[]> {
  throwIfRejected(operation, names);
  if (needsSteps(operation.definition, names)) await waitUntilIdle(operation, progress);
  return planChanges(operation, names, progress.live);
}

/**
 * Sends the planned requests one after another, and waits for each to take effect. `progress` is always current, so a failure loses
 * nothing. The rest is planned again after each change, because the status may not be the expected one.
 */
export async function converge(
  operation: ObjectOperation,
  plan: readonly Change[],
  progress: WriteProgress,
): Promise<void> {
  let rest = plan;
  for (let change = rest[0]; change; change = rest[0]) {
    if (change.steps) {
      await takeSteps(operation, { ...change, steps: change.steps, ...hooksOf(operation, change, progress) }, progress);
      for (const name of change.names) progress.done.add(name);
    } else {
      await put(operation, change, progress);
    }
    const names = rest.slice(1).flatMap((one) => one.names);
    rest = await planWhenIdle(operation, names, progress);
  }
}

/** Sends the inputs of a change in one PUT. */
async function put(operation: ObjectOperation, { names }: Change, progress: WriteProgress): Promise<void> {
  const { definition, id, context } = operation;
  const { path, ownId } = locate(definition, id);
  const statuses = definition.status?.deletable && definition.status.idle;
  const response = await whenReady(operation, { statuses, seen: progress.live }, (live = progress.live) =>
    context.send({
      method: names.some((name) => definition.args[name]?.sent?.by) ? "POST" : "PUT",
      path,
      body: updateBody(operation, names, live),
      // An ID of fields other than `id` may follow from what is sent.
      rejectReason: isIdFixed(definition) ? rejectOther(definition, ownId) : rejectWithoutId(definition),
      onAmbiguous: markAmbiguousInputs(names, progress),
    }),
  );
  if (!isIdFixed(definition) && String(response.id) !== ownId) throw movedBy(operation, names, response);
  progress.live = merge(progress.live, response);
  progress.wrote = true;
  // Noted before the wait, whose failure does not undo the update.
  for (const name of names) progress.done.add(name);
  await reach(operation, progress, { statuses, what: "the update to finish" });
}

function isIdFixed({ ids }: Definition): boolean {
  return ids?.pathEnds === undefined || isUsualId(ids.pathEnds);
}

function movedBy({ definition, args, id }: ObjectOperation, names: readonly string[], live: Values): CloudError {
  const now = idOf(definition, args, live);
  return new CloudError(
    `The update of ${commaList(names)} changed the ID of ${definition.noun} ${id}, which the state cannot follow: it is ${now} now. Run ` +
      `\`pulumi state delete\` for this resource, set \`import: "${now}"\` for one update, and name what changes the ID in \`replaceOn\`.`,
  );
}

type Hooks = Pick<Request, "onAmbiguous" | "beforeRetry">;

interface Steps extends Hooks {
  readonly steps: readonly Step[];
  /** The inputs that they apply. */
  readonly names?: readonly string[];
}

function hooksOf(operation: ObjectOperation, { names, steps = [] }: Change, progress: WriteProgress): Hooks {
  return {
    onAmbiguous: markAmbiguousInputs(names, progress),
    beforeRetry: () => findAppliedChange(operation, names, steps),
  };
}

function markAmbiguousInputs(names: readonly string[], { ambiguous }: WriteProgress): () => void {
  return () => names.forEach((name) => ambiguous.add(name));
}

/** The live resource, if it shows that the only step of a change took effect although the API rejected the request. */
async function findAppliedChange(
  operation: ObjectOperation,
  [name = ""]: readonly string[],
  steps: readonly Step[],
): Promise<Values | undefined> {
  const { definition, args } = operation;
  if (steps.length > 1 || args[name] === undefined || definition.args[name]?.writeOnly) return undefined;
  const live = await readLive(operation);
  return differingInputs(operation, live, [name]).length === 0 ? live : undefined;
}

/** Waits until no operation is in progress, because the API would reject another one. */
export function waitUntilIdle(operation: ObjectOperation, progress: WriteProgress): Promise<void> {
  const statuses = operation.definition.status?.idle;
  return reach(operation, progress, { statuses, what: "the current operation to finish" });
}

/** Waits for one of the statuses. Resource types without a status never wait. */
async function reach(
  operation: ObjectOperation,
  progress: WriteProgress,
  { statuses, what }: { readonly statuses: readonly string[] | undefined; readonly what: string },
): Promise<void> {
  const until = (live: Values): boolean =>
    statuses === undefined || statuses.includes(String(statusIn(operation.definition, live)));
  if (!until(progress.live)) progress.live = await waitUntil(operation, { until, what, seen: progress.live });
}

/** Sends the requests one after another, and waits for the result of each. */
export async function takeSteps(
  operation: ObjectOperation,
  { steps, names = [], ...hooks }: Steps,
  progress: WriteProgress,
): Promise<void> {
  const { definition, id, context } = operation;
  const statuses = definition.status?.idle;
  for (const step of steps) {
    const action = listIn(step) ?? step.action;
    const { until: end } = step;
    const until = typeof end === "string" ? (live: Values) => statusIn(definition, live) === end : end;
    context.progress(action);
    const send = (): Promise<Values> => sendStep(operation, step, hooks);
    await whenReady(operation, { statuses, seen: progress.live }, send).catch((error: unknown) => {
      throw isNotOffered(error) ? notOffered(operation, action, error) : error;
    });
    progress.wrote = true;
    // Noted before the wait, whose failure does not undo the change.
    if (step === steps.at(-1)) for (const name of names) progress.done.add(name);
    progress.live = until
      ? await waitUntil(operation, { until, what: action })
      : await readLive({ definition, id, context });
  }
}

async function sendStep(operation: ObjectOperation, step: Step, hooks: Hooks): Promise<Values> {
  const { definition, id, context } = operation;
  const { action, body } = step;
  const list = listIn(step);
  const path = `${locate(definition, id).path}/${list ?? action}`;
  return context.send({
    method: step.method ?? (list === undefined ? "POST" : "PUT"),
    path: list === undefined ? path : `${path}/${await onlyOneOf(operation, list, path)}`,
    ...(body ? { body } : {}),
    ...hooks,
  });
}

/** The ID of the only entry in a list that belongs to the resource. */
async function onlyOneOf({ definition, id, context }: ObjectOperation, what: string, path: string): Promise<string> {
  const [only, ...others] = await readList(context.send, { path });
  if (only !== undefined && others.length === 0 && objectId.check(only.id, "id").length === 0) return String(only.id);
  throw new CloudError(
    `${capitalize(definition.noun)} ${id} has ${only === undefined ? 0 : others.length + 1} ${what}, but this change requires exactly one. ` +
      "Make the change manually, and list the property in ignoreChanges.",
  );
}

/** Some operations are not in the API documents, so a service may not offer them. */
function notOffered({ definition, id }: ObjectOperation, action: string, error: ApiError): CloudError {
  return new CloudError(
    `The API does not seem to offer "${action}", which this change requires. To replace ${definition.noun} ${id} instead, list the ` +
      `property in replaceOnChanges. Cause: ${sentence(error)}`,
  );
}

/**
 * Resumes an interrupted operation.
 * @param managesStatus whether to also bring the resource to the status that a create leads to
 */
export async function resume(
  operation: ObjectOperation,
  progress: WriteProgress,
  managesStatus: boolean,
): Promise<void> {
  const { definition, args } = operation;
  const { status } = definition;
  if (!status) return;
  if (managesStatus) progress.live = await strategyOf(definition, args).waitUntilComplete(operation, progress.live);
  const created = status.afterCreate(args);
  await reach(operation, progress, { statuses: [created, ...status.idle], what: `"${created}"` });
  if (managesStatus && statusIn(definition, progress.live) !== created)
    await takeSteps(operation, { steps: status.resume(args) }, progress);
}

/** Waits for the status that a create leads to. */
export async function reachStatusAfterCreate(operation: ObjectOperation, progress: WriteProgress): Promise<void> {
  const { definition, args } = operation;
  if (!definition.status) return;
  const { afterCreate, isAnyIdle, idle } = definition.status;
  const statuses = isAnyIdle ? idle : [afterCreate(args)];
  await reach(operation, progress, { statuses, what: `"${statuses.join('" or "')}"` });
}
