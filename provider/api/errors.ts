/** One reason in an error response, with the resource's property in place of the wire field. */
export interface Reason {
  readonly property?: string;
  readonly reason: string;
}

/** A failure on the way to the API, or in the API. Carries no `id` and nothing from the HTTP library, so it may be printed. */
export class CloudError extends Error {
  override readonly name: string = "CloudError";
}

/** A message without its final period, so that its sentence can continue. */
export function withoutPeriod(message: string): string {
  return message.replace(/\.+$/, "");
}

/** Several reasons as one, in one sentence; the last keeps its period. */
export function joinReasons(reasons: readonly string[]): string {
  return [...reasons.slice(0, -1).map(withoutPeriod), ...reasons.slice(-1)].join("; ");
}

export class ApiError extends CloudError {
  override readonly name: string = "ApiError";
  constructor(
    readonly request: string,
    readonly status: number,
    readonly reasons: readonly Reason[],
    readonly retryAfterSec?: number,
  ) {
    super(`${request} returned HTTP ${status}: ${describe(reasons)}`);
  }

  /** The error after the last attempt. That of a request inside another one says so already. */
  advising(next: string): ApiError {
    if (this.reasons.at(-1)?.reason === next) return this;
    return new ApiError(this.request, this.status, [...this.reasons, { reason: next }], this.retryAfterSec);
  }
}

/**
 * The API has shown twice, the last time at the resource's own path, that the resource does not exist. A 404 for a list, a parent or
 * a sub-resource is only an `ApiError`; an HTML page or a 403 does not count as a 404.
 */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** What is named by its ID, and nothing manages yet, does not exist. */
export class MissingResourceError extends CloudError {}

/** Whether this is a failure to report: neither Ctrl-C nor a fault of this package. */
export function isCloudFailure(error: unknown): error is CloudError {
  return error instanceof CloudError && !(error instanceof CancelledError);
}

/** The result of the read; undefined if the resource does not exist. */
export async function undefinedIfMissing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** The HTTP library's code for a truncated response. */
const CUT_SHORT = "ERR_BAD_RESPONSE";

/** Remedy for a failed connection that may have several causes. */
function checkConnection(apiUrl: string | undefined): string {
  return `Check ${apiUrl === undefined ? "" : `the API URL (${apiUrl}), `}the proxy (HTTPS_PROXY, NO_PROXY) and the network.`;
}

/** The request got no response, or an incomplete one. */
export class NetworkError extends CloudError {
  override readonly name = "NetworkError";
  constructor(
    request: string,
    cause: string,
    /** False if nothing can have reached the API. */
    readonly sent: boolean,
    /** What to do about it, if retries cannot help. */
    readonly remedy?: string,
    /** What sets the API URL; omitted for a request elsewhere. */
    apiUrl?: string,
  ) {
    const got = cause === CUT_SHORT ? "an incomplete response" : "no response";
    super(`${request} got ${got} (${cause}). ${remedy ?? checkConnection(apiUrl)}`);
  }
}

/** A response that is not the documented JSON, such as an HTML page or a truncated body. */
export class UnreadableResponseError extends CloudError {
  override readonly name = "UnreadableResponseError";
  constructor(
    private readonly request: string,
    readonly status: number,
    readonly contentType: string,
    /** What sets the API URL; omitted for a request elsewhere. */
    private readonly apiUrl?: string,
    readonly retryAfterSec?: number,
    next = "",
  ) {
    super(
      `${request} returned HTTP ${status}, but not the API's JSON (content type "${contentType}"). Check ` +
        `${apiUrl === undefined ? "" : `the API URL (${apiUrl}), or `}whether a proxy replied instead (HTTPS_PROXY, NO_PROXY).${next}`,
    );
  }

  /** The error after the last attempt. */
  advising(next: string): UnreadableResponseError {
    const { request, status, contentType, apiUrl, retryAfterSec } = this;
    return new UnreadableResponseError(request, status, contentType, apiUrl, retryAfterSec, ` Otherwise, ${next}.`);
  }
}

/** A successful response that cannot be trusted: it is about another resource, or lacks documented fields. */
export class InvalidResponseError extends CloudError {
  override readonly name = "InvalidResponseError";
  constructor(
    request: string,
    readonly status: number,
    problem: string,
  ) {
    super(`${request} returned HTTP ${status}, but ${problem}.`);
  }
}

/** A list that does not match the API documents. */
export class InvalidListError extends CloudError {
  override readonly name = "InvalidListError";
  constructor(path: string, problem: string) {
    super(`GET ${path} responded ${problem}. The response was discarded; try again.`);
  }
}

/** The settings are unusable, so no request can be sent. */
export class ConfigurationError extends CloudError {
  override readonly name = "ConfigurationError";
}

/** Ctrl-C, or the end of the update, interrupted an operation. */
export class CancelledError extends CloudError {
  override readonly name = "CancelledError";
}

/** Whether the response is a 404, for any kind of path. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the API may lack the endpoint itself. */
export function isNotOffered(error: unknown): error is ApiError {
  return error instanceof ApiError && !(error instanceof NotFoundError) && [404, 405].includes(error.status);
}

/** Whether the response is ambiguous: the request may have had an effect although it did not succeed. */
export function isAmbiguous(error: unknown): boolean {
  if (error instanceof NetworkError) return error.sent;
  if (error instanceof UnreadableResponseError) return error.status < 400 || error.status >= 500;
  return (
    error instanceof InvalidResponseError ||
    (error instanceof ApiError && (error.status === 408 || error.status >= 500))
  );
}

/**
 * Whether a rejected request may have had an effect all the same. Some APIs respond like this to a create whose first response was
 * lost, or count a request against a rate limit after carrying it out. Unlike an ambiguous response, such a rejection is usually
 * true.
 */
export function isUnreliableRejection(error: unknown): boolean {
  return error instanceof ApiError && [409, 422, 429].includes(error.status);
}

function describe(reasons: readonly Reason[]): string {
  return joinReasons(
    reasons.map(({ property, reason }) => (property === undefined ? reason : `${property}: ${reason}`)),
  );
}
