import type { Request, Send } from "../api/client";
import { ApiError } from "../api/errors";
import { readList } from "../api/paging";
import type { Values } from "../definition/values";

/** Reads a list, filtered by the API if possible; the caller must still apply the filter to the result. */
export async function readNarrowed(
  send: Send,
  request: Omit<Request, "method">,
  filter: Values | undefined,
): Promise<readonly Values[]> {
  if (!filter) return readList(send, request);
  try {
    return await readList(send, { ...request, filter });
  } catch (error) {
    if (isFilterRejected(error)) return readList(send, request);
    throw error;
  }
}

/** The API rejects the filter, so it is only applied here. */
function isFilterRejected(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status === 400 && error.reasons.some(({ property }) => property === "X-Filter")
  );
}
