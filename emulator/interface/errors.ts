/** One entry of the error body (Linode API v4, Errors). `field` is left out if no field is to blame. */
export interface ErrorItem {
  readonly reason: string;
  readonly field?: string;
}

/** A response that reports a failure: thrown anywhere below a handler, rendered once by the interface. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly errors: readonly ErrorItem[],
    /** After how many seconds another attempt is worthwhile; undefined if the problem will not pass by itself. */
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

/** How soon the real service allows a retry after it refused a request as busy. */
const BUSY_RETRY_SEC = 1;

/** Status 400 because of work in progress. */
export function busy(reason: string, documentedOnly: boolean): ApiError {
  return new ApiError(400, [{ reason }], documentedOnly ? undefined : BUSY_RETRY_SEC);
}

/** The response for an object or a path that does not exist. */
export function notFound(): ApiError {
  return failure(404, "Not found");
}

/** Collects every problem of a request, so that all of them are reported together. */
export class Problems {
  readonly items: ErrorItem[] = [];

  /** @param documentedOnly whether only the rules of the documents apply */
  constructor(readonly documentedOnly = false) {}

  add(field: string, reason: string): void {
    this.items.push({ reason, field });
  }

  /** Notes a problem that only the real service is known to refuse: the documents do not show the rule. */
  addUndocumented(field: string, reason: string): void {
    if (!this.documentedOnly) this.add(field, reason);
  }

  /** Whether a problem is already noted for this field, or for a part of it. */
  has(field: string): boolean {
    return this.items.some(({ field: known = "" }) => {
      return known === field || known.startsWith(`${field}[`) || known.startsWith(`${field}.`);
    });
  }

  /** Whether there are no problems. */
  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** @throws ApiError with status 400 if there is any problem. */
  throwIfAny(): void {
    if (this.items.length > 0) throw new ApiError(400, this.items);
  }
}
