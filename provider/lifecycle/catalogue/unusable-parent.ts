import type { CloudError } from "../../api/errors";
import { isNotFound, isCloudFailure } from "../../api/errors";
import { namesInPath } from "../../definition/definition";
import type { Failure } from "../../definition/types";
import { hasUnknown } from "../../definition/values";
import type { Values } from "../../definition/values";
import { isUnreachable } from "./preflight";
import type { ResourceCall } from "../context";
import { parentPath } from "../state";
import { parentExists } from "../waiting";
import { unknownName } from "../wording";

/** How to read a parent and its collection. */
interface ParentReads {
  readonly list: () => Promise<readonly unknown[]>;
  readonly parent: () => Promise<Values>;
}

/**
 * Failure for an input that names a parent in which nothing can be created. That it does not exist is first noticed by a 404 for the list,
 * which the preview reads in any case. The parent itself is read only if the list is empty: otherwise, it does accept members.
 */
export async function unusableParent(
  { definition, args, context }: ResourceCall,
  { list, parent }: ParentReads,
): Promise<readonly Failure[]> {
  const names = namesInPath(definition.collection);
  const path = names.at(-1);
  if (path === undefined || hasUnknown(names.map((name) => args[name])) || (await isUnreachable(context))) return [];
  const { value: listed, failure } = await outcomeOf(list);
  if (failure && isNotFound(failure)) {
    const { value: exists = true } = await outcomeOf(() => parentExists(definition, args, context));
    return exists ? [] : [{ path, reason: unknownName(String(args[path]), []) }];
  }
  const { rejectedBy } = definition.creation ?? {};
  if (listed?.length !== 0 || context.memory.program.isChanged(parentPath(definition, args))) return [];
  const { value: live } = rejectedBy ? await outcomeOf(parent) : {};
  const reason = live && rejectedBy?.(live);
  return reason === undefined ? [] : [{ path, reason }];
}

/** The result of a read, or the error of the API. */
async function outcomeOf<T>(read: () => Promise<T>): Promise<{ readonly value?: T; readonly failure?: CloudError }> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!isCloudFailure(error)) throw error;
    return { failure: error };
  }
}
