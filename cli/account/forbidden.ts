import { ApiError } from "../../provider/api/errors";

/** Whether the API rejected a request because the token is invalid or lacks a scope. */
export function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
