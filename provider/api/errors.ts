/** One reason that the service gave; a wire field is replaced by the resource's property. */
export interface Reason {
  readonly property?: string;
  readonly reason: string;
}

/** A failure on the way to the service or at the service. Carries no `id` and nothing from the HTTP library, so it may be printed. */
export class CloudError extends Error {
  override readonly name: string = "CloudError";
}

/** The service returned an error. */
export class ApiError extends CloudError {
  override readonly name: string = "ApiError";
  constructor(
    readonly request: string,
    readonly status: number,
    readonly reasons: readonly Reason[],
    readonly retryAfterSec?: number,
  ) {
    super(`${request} returned HTTP ${status}: ${describe(reasons, status)}`);
  }
}

/**
 * The service said twice, for the object's own path, that the object does not exist. A 404 for a list, a parent or a
 * sub-resource is only an ApiError; an HTML page or a 403 is not even a 404.
 */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** What the read gives; undefined where the object does not exist. */
export async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** What the HTTP library calls a response that ends too early. */
const CUT_SHORT = "ERR_BAD_RESPONSE";

/** The request got no response, or only a part of one. */
export class NetworkError extends CloudError {
  override readonly name = "NetworkError";
  constructor(
    request: string,
    cause: string,
    /** False when nothing can have reached the service. */
    readonly sent: boolean,
    /** What to do about it, if it will not pass by itself. */
    readonly remedy?: string,
  ) {
    const got = cause === CUT_SHORT ? "an incomplete response" : "no response";
    super(`${request} got ${got} (${cause}). ${remedy ?? "Check the network, the proxy settings and compute:url."}`);
  }
}

/** A response that is not what the documents describe: an HTML page, a truncated body. */
export class UnreadableAnswerError extends CloudError {
  override readonly name = "UnreadableAnswerError";
  constructor(
    request: string,
    readonly status: number,
    readonly contentType: string,
  ) {
    super(
      `${request} returned HTTP ${status}, but not the API's JSON (content type "${contentType}"). ` +
        "Check compute:url, or whether a proxy replied instead.",
    );
  }
}

/** A success that cannot be trusted: it is about another object, or lacks what the documents promise. */
export class UnfitAnswerError extends CloudError {
  override readonly name = "UnfitAnswerError";
  constructor(
    request: string,
    readonly status: number,
    problem: string,
  ) {
    super(`${request} returned HTTP ${status}, but ${problem}.`);
  }
}

/** A list that is not what the documents describe. */
export class UnfitListError extends CloudError {
  override readonly name = "UnfitListError";
  constructor(path: string, problem: string) {
    super(`GET ${path} responded ${problem}. The response was discarded; try again.`);
  }
}

/** The settings do not allow any requests. */
export class ConfigurationError extends CloudError {
  override readonly name = "ConfigurationError";
}

/** Ctrl-C, or the end of the run, while something was under way. */
export class CancelledError extends CloudError {
  override readonly name = "CancelledError";
}

/** Whether the service has nothing at the requested path, whatever kind of path it is. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the service may lack the endpoint itself. */
export function isNotOffered(error: unknown): error is ApiError {
  return error instanceof ApiError && !(error instanceof NotFoundError) && [404, 405].includes(error.status);
}

/** Whether the request may have had an effect although the response was not a success. */
export function isAmbiguous(error: unknown): boolean {
  if (error instanceof NetworkError) return error.sent;
  if (error instanceof UnreadableAnswerError) return error.status < 400 || error.status >= 500;
  return (
    error instanceof UnfitAnswerError || (error instanceof ApiError && (error.status === 408 || error.status >= 500))
  );
}

/**
 * Whether a refusal leaves open that the request had an effect: some services answer a create so whose first answer was lost on the way,
 * or count it against a limit after they have carried it out. Unlike an ambiguous response, it usually means what it says.
 */
export function isDoubtful(error: unknown): boolean {
  return error instanceof ApiError && [409, 422, 429].includes(error.status);
}

function describe(reasons: readonly Reason[], status: number): string {
  const texts = reasons.map(({ property, reason }) => (property === undefined ? reason : `${property}: ${reason}`));
  if (status === 401) {
    texts.push("check the token and its scopes (COMPUTE_TOKEN takes precedence over compute:token)");
  }
  return texts.join("; ").replaceAll(".; ", "; ");
}
