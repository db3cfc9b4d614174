/** One entry of the error body (document 1, Errors). `field` is left out when no field is to blame. */
export interface ErrorItem {
  readonly reason: string;
  readonly field?: string;
}

/** An answer that is a failure: thrown anywhere below a handler, rendered once by the interface. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly errors: readonly ErrorItem[],
    /** After how many seconds it is worth another attempt; undefined where nothing will pass by itself. */
    readonly retryAfterSec?: number,
  ) {
    super(errors.map((item) => item.reason).join("; "));
  }
}

/** A failure with one reason. */
export function failure(status: number, reason: string, field?: string): ApiError {
  return new ApiError(status, [field === undefined ? { reason } : { reason, field }]);
}

/** Status 400 with one reason. */
export function refused(reason: string, field?: string): ApiError {
  return failure(400, reason, field);
}

/** How soon the real service wants to be asked again by whoever it refused as busy. */
const BUSY_RETRY_SEC = 1;

/** Status 400 because of work that will pass. */
export function busy(reason: string, documentedOnly: boolean): ApiError {
  return new ApiError(400, [{ reason }], documentedOnly ? undefined : BUSY_RETRY_SEC);
}

/** The answer for an object or a path that does not exist. */
export function notFound(): ApiError {
  return failure(404, "Not found");
}

/** Collects every problem of a request, so that all of them are reported together. */
export class Problems {
  readonly items: ErrorItem[] = [];

  /** @param documentedOnly whether only the rules of the documents hold */
  constructor(readonly documentedOnly = false) {}

  add(field: string, reason: string): void {
    this.items.push({ reason, field });
  }

  /** Notes what only the real service is known to refuse: the documents do not show the rule. */
  addUndocumented(field: string, reason: string): void {
    if (!this.documentedOnly) this.add(field, reason);
  }

  /** Whether something is already known to be wrong with this field, or with a part of it. */
  has(field: string): boolean {
    return this.items.some(({ field: known = "" }) => {
      return known === field || known.startsWith(`${field}[`) || known.startsWith(`${field}.`);
    });
  }

  /** Whether nothing is known to be wrong. */
  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** @throws ApiError with status 400 when there is any problem. */
  throwIfAny(): void {
    if (this.items.length > 0) throw new ApiError(400, this.items);
  }
}
