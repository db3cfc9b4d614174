import { ApiError, isNotOffered } from "../../provider/api/errors";
import { namesInPath } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";

/** Whether the API rejected a request because the token is invalid or lacks a scope. */
export function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/** Whether a service that answers otherwise lacks the list of these resources, as today's has no MongoDB databases. */
export function isUnknownList({ collection }: Definition, error: unknown): error is ApiError {
  return isNotOffered(error) && namesInPath(collection).length === 0;
}
