import { ApiError } from "../../provider/api/errors";

/** Whether the service said that the token may not do this. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
