import type { Request, Send } from "../api/client";
import { ApiError } from "../api/errors";
import { readList } from "../api/paging";
import type { Values } from "../definition/values";

/** A list, narrowed by the service where it can: what comes is to be compared with the filter all the same. */
export async function readNarrowed(
  send: Send,
  request: Omit<Request, "method">,
  filter: Values | undefined,
): Promise<readonly Values[]> {
  if (!filter) return readList(send, request);
  try {
    return await readList(send, { ...request, filter });
  } catch (error) {
    if (isFilterRefused(error)) return readList(send, request);
    throw error;
  }
}

/** The service does not filter by this after all: then it is for us to do. */
function isFilterRefused(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status === 400 && error.reasons.some(({ property }) => property === "X-Filter")
  );
}
