/** One entry of the error body (Linode API v4, Errors). `field` is absent if the error concerns no field. */
export interface ErrorItem {
  readonly reason: string;
  readonly field?: string;
}

/** An error response. Handlers throw it, and `Api` renders it. */
export class ErrorResponse extends Error {
  constructor(
    readonly status: number,
    readonly errors: readonly ErrorItem[],
    /** Seconds to wait before a retry; undefined if a retry does not help. */
    readonly retryAfterSec?: number,
  ) {
    super(errors.map((item) => item.reason).join("; "));
  }
}

/** An error with one reason. */
export function failure(status: number, reason: string, field?: string): ErrorResponse {
  return new ErrorResponse(status, [field === undefined ? { reason } : { reason, field }]);
}

/** Status 400 with one reason. */
export function refused(reason: string, field?: string): ErrorResponse {
  return failure(400, reason, field);
}

/** The real service's Retry-After for a busy resource. */
const BUSY_RETRY_SEC = 1;

/** Status 400 because a job is in progress. */
export function busy(reason: string, documentedOnly: boolean): ErrorResponse {
  return new ErrorResponse(400, [{ reason }], documentedOnly ? undefined : BUSY_RETRY_SEC);
}

/** Status 404 for a resource or a path that does not exist. */
export function notFound(): ErrorResponse {
  return failure(404, "Not found");
}

/** Collects the problems of a request, so that they are reported together. */
export class Problems {
  readonly items: ErrorItem[] = [];

  /** @param documentedOnly whether only documented rules apply */
  constructor(readonly documentedOnly = false) {}

  add(field: string, reason: string): void {
    this.items.push({ reason, field });
  }

  /** Adds a problem under a rule that is known only from the real service. */
  addUndocumented(field: string, reason: string): void {
    if (!this.documentedOnly) this.add(field, reason);
  }

  /** Whether this field or a part of it already has a problem. */
  has(field: string): boolean {
    return this.items.some(({ field: known = "" }) => {
      return known === field || known.startsWith(`${field}[`) || known.startsWith(`${field}.`);
    });
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** @throws ErrorResponse with status 400 if there is any problem. */
  throwIfAny(): void {
    if (this.items.length > 0) throw new ErrorResponse(400, this.items);
  }
}
