/** One reason that the service gave, with the resource's property in place of the wire field where there is one. */
export interface Reason {
  readonly property?: string;
  readonly reason: string;
}

/** What failed on the way to or at the service. Carries no `id` and nothing of the HTTP library: it may be printed. */
export class CloudError extends Error {
  override readonly name: string = "CloudError";
}

/** The service answered with an error. */
export class ApiError extends CloudError {
  override readonly name: string = "ApiError";
  constructor(
    readonly request: string,
    readonly status: number,
    readonly reasons: readonly Reason[],
    readonly retryAfterSec?: number,
  ) {
    super(`${request} was answered with HTTP ${status}: ${describe(reasons, status)}`);
  }
}

/**
 * The service said of the object itself, asked for by its own path and once more, that it does not exist. The 404 of a list, of a
 * parent or of a part is an ApiError and never this; an HTML page or a 403 is not even a 404.
 */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** The request never got an answer. */
export class NetworkError extends CloudError {
  override readonly name = "NetworkError";
  constructor(
    request: string,
    cause: string,
    /** False when nothing can have reached the service. */
    readonly sent: boolean,
    /** What to do about it, where it will not pass by itself. */
    readonly remedy?: string,
  ) {
    super(`${request} got no answer (${cause}). ${remedy ?? "Check the network, the proxy settings and compute:url."}`);
  }
}

/** An answer that is not what the documents describe: an HTML page, a cut-off body. */
export class UnreadableAnswerError extends CloudError {
  override readonly name = "UnreadableAnswerError";
  constructor(
    request: string,
    readonly status: number,
    readonly contentType: string,
  ) {
    super(
      `${request} was answered with HTTP ${status}, but not with the service's JSON (content type "${contentType}"). ` +
        `Is compute:url the service's address, or does a proxy answer in its place?`,
    );
  }
}

/** A success that cannot be believed: it is about another object, or lacks what the documents promise. */
export class UnfitAnswerError extends CloudError {
  override readonly name = "UnfitAnswerError";
  constructor(
    request: string,
    readonly status: number,
    problem: string,
  ) {
    super(`${request} was answered with HTTP ${status}, but ${problem}.`);
  }
}

/** A list that is not as the documents describe lists. */
export class UnfitListError extends CloudError {
  override readonly name = "UnfitListError";
  constructor(path: string, problem: string) {
    super(`GET ${path} was answered ${problem}. Nothing is concluded from it.`);
  }
}

/** The settings do not allow any request. */
export class ConfigurationError extends CloudError {
  override readonly name = "ConfigurationError";
}

/** Ctrl-C, or the end of the run, while something was under way. */
export class CancelledError extends CloudError {
  override readonly name = "CancelledError";
}

/** Whether the service has nothing under the path that was asked, whatever it leads to. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the service may lack the very endpoint that was asked. */
export function isNotOffered(error: unknown): error is ApiError {
  return error instanceof ApiError && !(error instanceof NotFoundError) && [404, 405].includes(error.status);
}

/** Whether the request may have had an effect although no success was answered. */
export function isAmbiguous(error: unknown): boolean {
  if (error instanceof NetworkError) return error.sent;
  if (error instanceof UnreadableAnswerError) return error.status < 400 || error.status >= 500;
  return (
    error instanceof UnfitAnswerError || (error instanceof ApiError && (error.status === 408 || error.status >= 500))
  );
}

function describe(reasons: readonly Reason[], status: number): string {
  const texts = reasons.map(({ property, reason }) => (property === undefined ? reason : `${property}: ${reason}`));
  if (status === 401) {
    texts.push("check the token and its scopes (a token given by the environment goes before the stack's)");
  }
  return texts.join("; ");
}
