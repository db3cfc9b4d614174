import { CloudError, isNotOffered } from "../../api/errors";
import type { ApiError } from "../../api/errors";
import { readList } from "../../api/paging";
import { objectId } from "../../definition/types";
import { valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import { isSentIn } from "../../definition/argument";
import { withoutUnsetBelow } from "../../definition/unset";
import type { ArgumentRule } from "../../definition/argument";
import type { Step } from "../../definition/step";
import type { Values } from "../../definition/values";
import { notAbout } from "../state/answers";
import { canonicalValue } from "../state/equality";
import type { Context, Deadline } from "../state/context";
import { refusalsOf } from "./diff";
import { locate } from "../state/ids";
import { whenReady } from "../waiting/retry-while-busy";
import { readLive, waitUntil } from "../waiting/waiter";

/** How far a series of writes has got: what the service showed last, and which arguments are done. */
export interface Progress {
  live: Values;
  readonly done: Set<string>;
  wrote: boolean;
}

/** The body of a create: every given argument that the documents list for it, and the defaults that are sent. */
export function createBody(definition: Definition, args: Values): Values {
  return bodyOf(definition, { ...sentDefaults(definition, args), ...args }, (rule, value) => {
    const omitted = rule.sent?.omittedFromCreate;
    return isSentIn(rule, "create") && (omitted === undefined || value !== omitted);
  });
}

function sentDefaults(definition: Definition, args: Values): Values {
  return Object.fromEntries(
    Object.entries(definition.args).flatMap(([name, { serverDefault }]) =>
      serverDefault?.isSent ? [[name, serverDefault.value(args)]] : [],
    ),
  );
}

/** Names of the given arguments that the create request does not see to: an update request or endpoints of their own do. */
export function leftByCreate(definition: Definition, args: Values): string[] {
  return Object.entries(definition.args)
    .filter(([name, { sent }]) => args[name] !== undefined && sent?.in === "update")
    .map(([name]) => name)
    .concat(followersOfCreate(definition, args));
}

/** Names of those of them that have endpoints of their own; the service does not show what they have come to. */
export function followersOfCreate(definition: Definition, args: Values): string[] {
  return Object.entries(definition.args)
    .filter(([name, { change }]) => args[name] !== undefined && change?.appliedAfterCreate?.(args))
    .map(([name]) => name);
}

/**
 * Brings the named arguments in line: first one PUT with those that it can carry, then the requests of the others, one
 * after another, each with its wait. `progress` is kept up to date, so that a failure between two loses nothing.
 */
export async function apply(
  definition: Definition,
  id: string,
  args: Values,
  names: readonly string[],
  { progress, deadline }: { progress: Progress; deadline: Deadline },
  context: Context,
): Promise<void> {
  const { path, ownId } = locate(definition, id);
  const refusals = refusalsOf(definition, args, names);
  if (refusals.length > 0) throw new CloudError(refusals.join("; "));
  const hasSteps = names.filter((name) => definition.args[name]?.change?.steps);
  const inOrder = (order?: "first" | "last"): string[] =>
    hasSteps.filter((name) => definition.args[name]?.change?.order?.(args) === order);
  await applySteps(definition, id, args, inOrder("first"), { progress, deadline }, context);
  const put = names.filter((name) => isInPut(definition.args[name]));
  if (put.length > 0) {
    const statuses = definition.status?.updatable;
    const send = (live = progress.live): Promise<Values> => {
      const body = Object.fromEntries(put.map((name) => [name, putValue(definition.args[name], name, args, live)]));
      const misfit = notAbout(definition, ownId);
      return context.send({ method: "PUT", path, body, deadlineMs: deadline.at, misfit });
    };
    const answer = await whenReady(definition, id, { statuses, seen: progress.live, deadline }, send, context);
    progress.live = merge(progress.live, answer);
    progress.wrote = true;
    for (const name of put) progress.done.add(name);
    await settle(definition, id, { statuses, what: "the update to end" }, { progress, deadline }, context);
  }
  await applySteps(definition, id, args, [...inOrder(), ...inOrder("last")], { progress, deadline }, context);
}

/** Changes the named arguments through their own endpoints, one after another. */
async function applySteps(
  definition: Definition,
  id: string,
  args: Values,
  names: readonly string[],
  { progress, deadline }: { progress: Progress; deadline: Deadline },
  context: Context,
): Promise<void> {
  const statuses = definition.status?.settled;
  for (const name of names) {
    await settle(definition, id, { statuses, what: "what is under way to end" }, { progress, deadline }, context);
    const steps = definition.args[name]?.change?.steps?.(args, progress.live) ?? [];
    await takeSteps(definition, id, steps, { progress, deadline }, context);
    progress.done.add(name);
  }
}

/** Waits until nothing is under way: the service refuses to begin something meanwhile. Without statuses nothing ever is. */
async function settle(
  definition: Definition,
  id: string,
  { statuses, what }: { statuses: readonly string[] | undefined; what: string },
  { progress, deadline }: { progress: Progress; deadline: Deadline },
  context: Context,
): Promise<void> {
  const until = (live: Values): boolean => statuses === undefined || statuses.includes(String(live.status));
  if (until(progress.live)) return;
  progress.live = await waitUntil(definition, id, { until, what, deadline }, context);
}

/** Sends the requests one after another and waits after each for what it leads to. */
export async function takeSteps(
  definition: Definition,
  id: string,
  steps: readonly Step[],
  { progress, deadline }: { progress: Progress; deadline: Deadline },
  context: Context,
): Promise<void> {
  for (const { action, body, until, toTheOnlyOne } of steps) {
    context.progress(action);
    const path = `${locate(definition, id).path}/${action}`;
    const send = async (): Promise<Values> => {
      const target = toTheOnlyOne
        ? ({ method: "PUT", path: `${path}/${await onlyOneOf(definition, id, action, path, context)}` } as const)
        : ({ method: "POST", path } as const);
      return context.send({ ...target, ...(body ? { body } : {}), deadlineMs: deadline.at });
    };
    const statuses = definition.status?.settled;
    await whenReady(definition, id, { statuses, seen: progress.live, deadline }, send, context).catch(
      (error: unknown) => {
        throw isNotOffered(error) ? notOffered(definition, id, action, error) : error;
      },
    );
    progress.wrote = true;
    progress.live = until
      ? await waitUntil(definition, id, { until, what: action, deadline }, context)
      : await readLive(definition, id, context);
  }
}

/** Id of the only object of a list that belongs to the object. */
async function onlyOneOf(
  { noun }: Definition,
  id: string,
  what: string,
  path: string,
  { send }: Context,
): Promise<string> {
  const [only, ...others] = await readList(send, { path });
  if (only !== undefined && others.length === 0 && objectId.check(only.id, "id").length === 0) return String(only.id);
  throw new CloudError(
    `The ${noun} with id ${id} has ${only === undefined ? 0 : others.length + 1} ${what}, and this change needs just one, to know ` +
      "which is meant. Change it at the service by hand, and list the property in the option ignoreChanges.",
  );
}

/** Some operations are beyond the interface documents, so that a service may lack them. */
function notOffered({ noun }: Definition, id: string, action: string, error: ApiError): CloudError {
  return new CloudError(
    `The service does not seem to offer "${action}", which this change of the ${noun} with id ${id} needs (${error.message}). ` +
      "To change it by a replacement instead, list the property in the option replaceOnChanges.",
  );
}

function bodyOf(definition: Definition, args: Values, isSent: (rule: ArgumentRule, value: unknown) => boolean): Values {
  return Object.fromEntries(
    Object.entries(definition.args).flatMap(([name, rule]) => {
      if (args[name] === undefined) return [];
      const value = canonicalValue(rule, args[name], args);
      return isSent(rule, value) ? [[name, withoutUnsetBelow(value)]] : [];
    }),
  );
}

function isInPut(rule: ArgumentRule | undefined): boolean {
  return rule !== undefined && isSentIn(rule, "update");
}

function putValue(rule: ArgumentRule | undefined, name: string, args: Values, live: Values): unknown {
  if (!rule || args[name] === undefined) return valueWhenRemoved(rule, live);
  const value = withoutUnsetBelow(canonicalValue(rule, args[name], args));
  const merged = rule.sent?.mergedIntoLive;
  if (typeof merged === "function") return merged(live[name], value);
  return merged ? merge(live[name], value) : value;
}

function merge(below: unknown, above: unknown): Values {
  return { ...(below as Values | undefined), ...(above as Values) };
}
