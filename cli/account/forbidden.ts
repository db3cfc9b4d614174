import { ApiError, isNotOffered } from "../../provider/api/errors";
import { namesInPath } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";

/** Whether the API rejected a request because the token is invalid or lacks a scope. */
export function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/**
 * Why a list cannot be read although the service answers otherwise: the token may not, or the service does not have it, as today's has no
 * MongoDB databases. Undefined for any other error.
 */
export function whyUnavailable({ collection }: Definition, error: unknown): "forbidden" | "unknown" | undefined {
  // A list inside an object can be missing because the object is.
  if (isForbidden(error)) return "forbidden";
  return namesInPath(collection).length === 0 && isNotOffered(error) ? "unknown" : undefined;
}
