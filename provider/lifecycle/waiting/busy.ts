import { ApiError } from "../../api/errors";

/** What a refusal says that will pass; the documents do not show its text. */
const WILL_PASS = /please wait|busy/i;

/** Whether the service has refused the request only because something else is under way. Such a refusal blames no field. */
export function isBusy(error: unknown): boolean {
  return isGeneralRefusal(error) && error.reasons.some(({ reason }) => WILL_PASS.test(reason));
}

/** A refusal that blames no field: it may be about the state of the object rather than about what was sent. */
export function isGeneralRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.status === 400 && error.reasons.every(({ property }) => property === undefined)
  );
}
