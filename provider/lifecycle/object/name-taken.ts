import { ApiError } from "../../api/errors";
import { readList } from "../../api/paging";
import { collectionPath, idOf } from "../state";
import type { ObjectOperation } from "../context";
import { resourceName } from "../wording";
import { memoryKey, matchingIdentity } from "../ownership";

/**
 * The error of a failed update. If the API rejected a unique name because another resource has it, the error names that resource and
 * explains how to swap names. Any other error is returned unchanged.
 */
export async function explainFailedUpdate(operation: ObjectOperation, error: unknown): Promise<unknown> {
  const { definition, id, args, context } = operation;
  const { by, unique } = definition.identity;
  if (!unique || !(error instanceof ApiError) || error.status !== 400) return error;
  const name = by.find((one) => error.reasons.some(({ property }) => property === one));
  if (name === undefined) return error;
  const path = collectionPath(definition, args);
  const objects = await readList(context.send, { path }).catch(() => []);
  const ids = matchingIdentity(definition, args, objects).map((live) => idOf(definition, args, live));
  const other = ids.find((one) => one !== id);
  if (other === undefined) return error;
  const holder = context.memory.program.managerOf(memoryKey(definition, other));
  const owner = holder === undefined ? "" : ` (${resourceName(holder)} in this program)`;
  const condition = holder === undefined ? "if this program also manages the other one, " : "";
  return new ApiError(error.request, error.status, [
    ...error.reasons,
    {
      reason:
        `${definition.noun} ${other}${owner} already has this ${name}. Two resources cannot swap values in one update; ${condition}` +
        `give one of them a temporary ${name}, run \`pulumi up\`, then set the final values`,
    },
  ]);
}
