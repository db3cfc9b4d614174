import { aboutAnother, inShort } from "../../api/about";
import type { Request } from "../../api/client";
import { UnfitListError } from "../../api/errors";
import { readList } from "../../api/paging";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Context } from "./context";
import { isOwnId } from "../state";

/** What an answer is held against, in words that follow "but". */
type Misfit = NonNullable<Request["misfit"]>;

/** Why an answer cannot be about an object of this kind: it has nothing where all of them have something. */
export function incomplete({ outputs, noun }: Definition): Misfit {
  return (live) => {
    const empty = (outputs.neverNull ?? []).filter((field) => live[field] === null);
    return empty.length === 0 ? undefined : `with null for ${empty.join(", ")}, which no ${noun} has`;
  };
}

/** Why an answer is not about this very object. */
export function notAbout(definition: Definition, ownId: string): Misfit {
  return (live) => aboutAnother(ownId, live) ?? incomplete(definition)(live);
}

/** Why an answer to a create names no object of this kind; whatever it made must be looked for. */
export function withoutId(definition: Definition): Misfit {
  return ({ id }) =>
    isOwnId(definition, id) ? undefined : `without the id of a ${definition.noun} (id: ${inShort(id)})`;
}

/** Why an answer cannot be about any object of this kind. */
export function misfitFor(definition: Definition): Misfit {
  return (live) => withoutId(definition)(live) ?? incomplete(definition)(live);
}

/** @throws UnfitListError for a list with an entry that does not fit: nothing is concluded from it. */
export function refuseUnfitList(path: string, listed: readonly Values[], misfit: Misfit): void {
  const problems = listed.map(misfit);
  const index = problems.findIndex((problem) => problem !== undefined);
  if (index >= 0) throw new UnfitListError(path, `with a list whose entry ${index} is ${problems[index]}`);
}

/** All objects of the collection, each with an id of its own. */
export async function readCollection(
  definition: Definition,
  path: string,
  { send }: Context,
): Promise<readonly Values[]> {
  const listed = await readList(send, { path });
  refuseUnfitList(path, listed, withoutId(definition));
  return listed;
}
