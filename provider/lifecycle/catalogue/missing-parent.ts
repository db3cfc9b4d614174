import type { CloudError } from "../../api/errors";
import { isNotFound, isCloudFailure } from "../../api/errors";
import { namesInPath } from "../../definition/path";
import type { Failure } from "../../definition/types";
import { hasUnknown } from "../../definition/values";
import { isUnreachable } from "./catalogue";
import type { ResourceCall } from "../context";
import { parentExists } from "../waiting";
import { unknownName } from "../wording";

/**
 * Failure for an input that names a nonexistent parent, in which nothing can be created. It is first noticed by a 404 for the list, which
 * the preview reads in any case.
 * @param readList reads the collection that the inputs name
 */
export async function missingParent(
  { definition, args, context }: ResourceCall,
  readList: () => Promise<unknown>,
): Promise<readonly Failure[]> {
  const names = namesInPath(definition.collection);
  const path = names.at(-1);
  if (path === undefined || hasUnknown(names.map((name) => args[name])) || (await isUnreachable(context))) return [];
  const failure = await failureOf(readList);
  if (failure === undefined || !isNotFound(failure)) return [];
  let exists = true;
  await failureOf(async () => void (exists = await parentExists(definition, args, context)));
  return exists ? [] : [{ path, reason: unknownName(String(args[path]), []) }];
}

/** The error of the API, if there is one. */
async function failureOf(read: () => Promise<unknown>): Promise<CloudError | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (!isCloudFailure(error)) throw error;
    return error;
  }
}
