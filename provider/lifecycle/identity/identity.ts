import { isCloudFailure } from "../../api/errors";
import { mismatchedId } from "../../api/reads";
import type { Request } from "../../api/client";
import type { Definition } from "../../definition/definition";
import { hasUnknown } from "../../definition/values";
import type { Values } from "../../definition/values";
import { AGES } from "../../journal/ages";
import type { Intent } from "../../journal/intent";
import { collectionPath, idOf, isPathUnknown, isSame, parentPath, shownValue } from "../state";
import type { Wanted } from "../state";
import { isFree, readCollection } from "../context";
import type { ResourceCall, Context } from "../context";

/** Key of a remote resource in `RunMemory`. */
export function memoryKey(definition: Definition, id: string): string {
  return `${definition.kind} ${id}`;
}

/** In milliseconds since 1970; NaN if absent. The API returns UTC dates without a time zone. */
export function createdAt({ created }: Values): number {
  return Date.parse(`${String(created)}Z`);
}

/** The creation date as the API shows it; undefined if it does not. */
export function createdDate(live: Values): string | undefined {
  return Number.isNaN(createdAt(live)) ? undefined : String(live.created);
}

export function isBeingDeleted({ status }: Definition, live: Values): boolean {
  return status?.deleting !== undefined && live.status === status.deleting;
}

/** The collection as it was before this run wrote to it. */
export async function listBefore(
  call: ResourceCall,
  limits: Pick<Request, "signal" | "deadlineMs"> = {},
): Promise<readonly Values[]> {
  return (await loadBefore(call, limits)).objects;
}

function loadBefore({ definition, args, context }: ResourceCall, limits: Pick<Request, "signal" | "deadlineMs"> = {}) {
  const path = collectionPath(definition, args);
  const send: Context["send"] = (request) => context.send({ ...request, ...limits });
  return context.memory.lists.load(path, async () => {
    const readAt = context.clock.now();
    return { objects: await readCollection(definition, path, { ...context, send }), readAt };
  });
}

/** IDs of the resources that had this identity before a POST, and how old the list is that shows them. */
export async function identicalBefore(call: ResourceCall): Promise<Pick<Intent, "before" | "listAgeMs">> {
  const { definition, args, context } = call;
  const ageOf = ({ readAt }: { readonly readAt: number }): number => context.clock.now() - readAt;
  const list = loadBefore(call);
  const isDated = "created" in definition.outputs.from;
  if (!isDated && ageOf(await list) > AGES.listMs) context.memory.lists.forget(collectionPath(definition, args), list);
  const latest = await loadBefore(call);
  const wanted = await normalizedInputs(call);
  const matching = new Set(matchingIdentity(definition, wanted, latest.objects));
  const { mayBeShownAs } = definition.identity;
  const before = latest.objects.filter((live) => matching.has(live) || mayBeShownAs?.(wanted, live));
  return { before: before.map(({ id }) => String(id)), listAgeMs: ageOf(latest) };
}

/** The inputs in the form that the API returns, where that depends on the parent. */
export async function normalizedInputs(call: ResourceCall): Promise<Values> {
  const { definition, args } = call;
  const normalize = definition.identity.normalizedIn?.(args);
  return normalize ? normalize(await parentObject(call)) : args;
}

/** The parent of the collection, read once per run. */
export function parentObject(
  { definition, args, context: { memory, send } }: ResourceCall,
  limits: Pick<Request, "signal" | "deadlineMs"> = {},
): Promise<Values> {
  const path = parentPath(definition, args);
  const rejectReason = (live: Values): string | undefined => mismatchedId(path.slice(path.lastIndexOf("/") + 1), live);
  return memory.parents.load(path, () => send({ method: "GET", path, rejectReason, ...limits }));
}

/** Those of the resources whose identity matches the inputs. */
export function matchingIdentity(definition: Definition, args: Values, objects: readonly Values[]): Values[] {
  return objects.filter((live) =>
    definition.identity.by.every((name) => {
      const rule = definition.args[name];
      if (!rule) return false;
      const shown = shownValue(rule, name, live);
      if (rule.read?.from && shown === undefined) return true;
      return isSame(rule, [args[name] ?? rule.removal?.sends, shown], args) || isEmpty(args[name], shown);
    }),
  );
}

/** An omitted input matches what the API returns for "none": null, 0 or the empty string. */
export function isEmpty(wanted: unknown, live: unknown): boolean {
  return wanted === undefined && (live === null || live === undefined || live === 0 || live === "");
}

export function isUnclaimed({ definition, args, context }: ResourceCall, live: Values): boolean {
  return isFree(context, memoryKey(definition, idOf(definition, args, live)));
}

/** Claims the resource synchronously, so that no two creates adopt the same one. */
export function claim({ definition, args, context: { memory } }: ResourceCall, live: Values): Values {
  memory.objects.noteKnown(memoryKey(definition, idOf(definition, args, live)));
  return live;
}

export function identityOf(definition: Definition, args: Values): string {
  const given = definition.identity.by.filter((by) => args[by] !== undefined);
  return given.map((by) => `${by} "${String(args[by])}"`).join(", ");
}

/** Whether the program does not know yet what identifies the resource, or where it is. */
export function isIdentityUnknown(wanted: Wanted): boolean {
  const { definition, args } = wanted;
  return isPathUnknown(wanted) || hasUnknown(definition.identity.by.map((name) => args[name]));
}

/** What the API shows; nothing if it cannot be read: the operation itself reports that. */
export async function unlessUnread<T>(look: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await look();
  } catch (error) {
    if (!isCloudFailure(error)) throw error;
    return [];
  }
}
