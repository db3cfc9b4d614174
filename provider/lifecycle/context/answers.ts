import { aboutAnother, inShort } from "../../api/about";
import type { Request } from "../../api/client";
import { UnfitListError } from "../../api/errors";
import { readList } from "../../api/paging";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Context } from "./context";
import type { RunMemory } from "./run-memory";
import { isOwnId } from "../state";

/** Why a response cannot be right, phrased to follow "but". */
type RejectReason = NonNullable<Request["rejectReason"]>;

/** Rejects null where every object of the kind has a value. */
export function incomplete({ outputs, noun }: Definition): RejectReason {
  return (live) => {
    const empty = (outputs.neverNull ?? []).filter((field) => live[field] === null);
    return empty.length === 0 ? undefined : `with null for ${empty.join(", ")}, which no ${noun} has`;
  };
}

/** Rejects an answer about any other object. */
export function notAbout(definition: Definition, ownId: string): RejectReason {
  return (live) => aboutAnother(ownId, live) ?? incomplete(definition)(live);
}

/** Rejects an answer to a create without an id; what the request made must then be looked for. */
export function withoutId(definition: Definition): RejectReason {
  return ({ id }) =>
    isOwnId(definition, id) ? undefined : `without the id of the ${definition.noun} (id: ${inShort(id)})`;
}

/** Rejects what cannot be an object of this kind. */
export function rejectReasonFor(definition: Definition): RejectReason {
  return (live) => withoutId(definition)(live) ?? incomplete(definition)(live);
}

/** @throws UnfitListError for a list with a wrong entry; no conclusion is drawn from the rest. */
export function refuseUnfitList(path: string, listed: readonly Values[], rejectReason: RejectReason): void {
  const problems = listed.map(rejectReason);
  const index = problems.findIndex((problem) => problem !== undefined);
  if (index >= 0) throw new UnfitListError(path, `with a list whose entry ${index} is ${problems[index]}`);
}

/** All objects of the collection, each checked to have an id. */
export async function readCollection(
  definition: Definition,
  path: string,
  { send }: Context,
): Promise<readonly Values[]> {
  const listed = await readList(send, { path });
  refuseUnfitList(path, listed, withoutId(definition));
  return listed;
}

interface Look {
  readonly begunMs: number;
  readonly objects: Promise<readonly Values[]>;
}

/** The latest look at each collection. */
const looks = new WeakMap<RunMemory, Map<string, Look>>();

/** The same, in a list that was begun after that time: all who wait for one of the same moment share it. */
export function readCollectionSince(
  definition: Definition,
  { path, sinceMs }: { readonly path: string; readonly sinceMs: number },
  context: Context,
): Promise<readonly Values[]> {
  const latest = looks.get(context.memory) ?? new Map<string, Look>();
  looks.set(context.memory, latest);
  const known = latest.get(path);
  if (known && known.begunMs > sinceMs) return known.objects;
  const look = { begunMs: context.clock.now(), objects: readCollection(definition, path, context) };
  latest.set(path, look);
  return look.objects;
}
