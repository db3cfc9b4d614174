import type { Request, Send } from "../api/client";
import { ApiError } from "../api/errors";
import { readList } from "../api/paging";
import type { Values } from "../definition/values";

/** Reads a list, filtered by the API if possible; the caller must still apply the filter to the result. */
export function readNarrowed(
  send: Send,
  request: Omit<Request, "method">,
  filter: Values | undefined,
): Promise<readonly Values[]> {
  return narrowed((one) => readList(send, one), request, filter);
}

/** The same for a part of a list. */
export async function narrowed<T>(
  read: (request: Omit<Request, "method">) => Promise<T>,
  request: Omit<Request, "method">,
  filter: Values | undefined,
): Promise<T> {
  if (!filter) return read(request);
  try {
    return await read({ ...request, filter });
  } catch (error) {
    if (isFilterRejected(error)) return read(request);
    throw error;
  }
}

/** The API rejects the filter, so it is only applied here. */
function isFilterRejected(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status === 400 && error.reasons.some(({ property }) => property === "X-Filter")
  );
}
