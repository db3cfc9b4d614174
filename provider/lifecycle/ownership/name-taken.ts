import { ApiError } from "../../api/errors";
import { readList } from "../../api/paging";
import { collectionPath, idOf } from "../state";
import type { ObjectOperation } from "../context";
import { memoryKey, withIdentity } from "./identity";

/**
 * The error of a failed update. If the service refused a unique name that another object has, it names that object and
 * says how two resources can swap names; any other error is unchanged.
 */
export async function failedUpdate(operation: ObjectOperation, error: unknown): Promise<unknown> {
  const { definition, id, args, context } = operation;
  const { by, unique } = definition.identity;
  if (!unique || !(error instanceof ApiError) || error.status !== 400) return error;
  const name = by.find((one) => error.reasons.some(({ property }) => property === one));
  if (name === undefined) return error;
  const path = collectionPath(definition, args);
  const objects = await readList(context.send, { path }).catch(() => []);
  const ids = withIdentity(definition, args, objects).map((live) => idOf(definition, args, live));
  const other = ids.find((one) => one !== id);
  if (other === undefined) return error;
  const holder = context.memory.program.holderOf(memoryKey(definition, other));
  const whose = holder === undefined ? "" : `, which is ${holder.split("::").at(-1)} of this program`;
  const unless = holder === undefined ? "If it belongs to this program: two" : "Two";
  return new ApiError(error.request, error.status, [
    ...error.reasons,
    {
      reason:
        `the ${definition.noun} with id ${other} has this ${name}${whose}. ${unless} resources cannot swap theirs in one run: give one a third ` +
        `${name}, run \`pulumi up\`, then give each its final one`,
    },
  ]);
}
