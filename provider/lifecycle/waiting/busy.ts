import { ApiError } from "../../api/errors";

/** How the service words a temporary refusal; the documents do not say. */
const WILL_PASS = /please wait|busy/i;

/** Whether the service refused a request only because something else is running. Such a refusal blames no field. */
export function isBusy(error: unknown): boolean {
  return isGeneralRefusal(error) && error.reasons.some(({ reason }) => WILL_PASS.test(reason));
}

/** Whether a refusal blames no field: it may be about the state of the object rather than about the request. */
export function isGeneralRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.status === 400 && error.reasons.every(({ property }) => property === undefined)
  );
}
