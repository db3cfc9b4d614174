import type { Readable } from "node:stream";
import type { AxiosInstance, AxiosResponse } from "axios";
import { realClock } from "./clock";
import type { Clock } from "./clock";
import { ApiError, CloudError, NetworkError, UnreadableResponseError } from "./errors";
import { loadAxios, networkErrorCode, openHttp, proxyFor } from "./http";
import { DEFAULT_RETRIES, withRetries } from "./retry";
import type { RetryPolicy } from "./retry";
import { howToPermitHttp, isUrlPermitted } from "./settings";
import type { PermittedHttp } from "./settings";

/** Transfers data other than JSON: uploads to a URL that is its own credential, and downloads from wherever the user keeps the data. */
export interface Transfer {
  /** Sends the data; retries from its beginning if that is safe. */
  upload(request: UploadRequest): Promise<void>;
  /** Opens the data at a URL. The size is undefined if the server does not send it. */
  download(url: string, signal: AbortSignal): Promise<{ readonly data: Readable; readonly bytes: number | undefined }>;
}

export function createTransfer(options: UploadOptions): Transfer {
  return { upload: createUpload(options), download };
}

/** Data to send, which can be read once. */
export interface Outgoing {
  readonly data: Readable;
  /** Undefined if the size is not known in advance. */
  readonly bytes: number | undefined;
}

export interface UploadRequest {
  /** The upload URL. Anyone who knows it can upload, so no message contains it. */
  readonly address: string;
  /** Opens the data from its beginning, once for each attempt. */
  readonly open: () => Promise<Outgoing>;
  /** Aborts the upload at once. */
  readonly signal: AbortSignal;
  /** Time on the clock, in milliseconds, after which no attempt may begin. */
  readonly deadlineMs: number;
  /** Called before each retry. */
  readonly onProgress: (message: string) => void;
}

export interface UploadOptions {
  readonly clock?: Clock;
  readonly retries?: RetryPolicy;
  /** A connection that is idle for this long is closed. */
  readonly idleMs?: number;
  /** Called right before each attempt; rejects when nothing may be sent any more. */
  readonly mayWrite?: (() => Promise<void>) | undefined;
  /** Allows plain http to addresses beyond loopback. */
  readonly permitted?: PermittedHttp;
}

/** A server that sends nothing for this long will not send anything more. */
const IDLE_MS = 5 * 60_000;

/** Few, because the data may be large, and what fails this often usually keeps failing. */
const MAX_RETRIES = 3;

const LABEL = "The PUT of the image data to the upload URL";

/** The HTTP status of an upload URL that already has its data. */
const HAS_DATA = 409;

/**
 * Sends data by PUT, without a token. It is encrypted unless it stays on this machine or plain http is allowed, and streamed, so that
 * only the part in transit is in memory (Linode API v4, Image Upload).
 */
export function createUpload(options: UploadOptions): (request: UploadRequest) => Promise<void> {
  const { clock = realClock, retries = DEFAULT_RETRIES, idleMs = IDLE_MS, mayWrite, permitted = {} } = options;
  const policy = { ...retries, retries: Math.min(retries.retries, MAX_RETRIES) };
  let http: AxiosInstance | undefined;
  return async (request) => {
    const address = new URL(request.address);
    if (!isUrlPermitted(address, permitted)) {
      throw new CloudError(
        `The API returned an upload URL for ${address.host} that does not use https (${address.protocol}). Nothing was sent: anyone on ` +
          `the network could read or change the data.${howToPermitHttp(address, permitted)}`,
      );
    }
    let attempts = 0;
    const attempt = async (): Promise<void> => {
      await mayWrite?.();
      http ??= openHttp({ timeout: idleMs, maxBodyLength: Infinity, maxContentLength: 1024 * 1024 });
      return attemptUpload(http, request, ++attempts > 1);
    };
    await withRetries("PUT", attempt, { ...request, policy, clock });
  };
}

async function attemptUpload(
  http: AxiosInstance,
  { address, open, signal }: UploadRequest,
  isRetry: boolean,
): Promise<void> {
  const { data, bytes } = await open().catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  let failure: Error | undefined;
  data.once("error", (error) => (failure = error));
  try {
    const response = await http.put<string>(address, data, {
      signal,
      headers: {
        Accept: "*/*",
        "Content-Type": "application/octet-stream",
        ...(bytes === undefined ? {} : { "Content-Length": bytes }),
      },
      ...proxyFor(address),
    });
    throwUnlessStored(response, isRetry);
  } catch (error) {
    if (error instanceof CloudError) throw error;
    if (signal.aborted) throw signal.reason;
    if (failure instanceof CloudError) throw failure;
    // The library's error contains the URL in several places, so only its code leaves this function.
    throw new NetworkError(LABEL, networkErrorCode(error), true);
  } finally {
    data.destroy();
  }
}

/** @throws ApiError or UnreadableResponseError for any response that does not confirm that the data has arrived. */
function throwUnlessStored({ status, headers, data }: AxiosResponse<string>, isRetry: boolean): void {
  const type = String(headers["content-type"] ?? "none");
  // A storage service does not respond with an HTML page.
  if (status >= 200 && status < 300 && /html/i.test(type)) throw new UnreadableResponseError(LABEL, status, type);
  if (status >= 200 && status < 300) return;
  // The response to an earlier attempt was lost, but its data arrived.
  if (status === HAS_DATA && isRetry) return;
  throw new ApiError(LABEL, status, [{ reason: reasonIn(data) }]);
}

/** Storage services return XML with a code; others return the API's own error body. */
function reasonIn(body: string): string {
  const code = /<Code>([\w.-]{1,80})<\/Code>/.exec(body)?.[1];
  return code ?? /"reason": ?"([^"\\]{1,200})"/.exec(body)?.[1] ?? "no reason given";
}

/**
 * Opens the data at a URL, byte for byte, following redirects. No token is sent, because the URL is the user's, not the API's.
 * @throws CloudError without the query of the URL, which may contain a signature.
 */
async function download(
  url: string,
  signal: AbortSignal,
): Promise<{ readonly data: Readable; readonly bytes: number | undefined }> {
  const { origin, pathname } = new URL(url);
  const label = `GET ${origin}${pathname}`;
  try {
    const http = openHttp({ responseType: "stream", decompress: false, maxRedirects: 5, timeout: IDLE_MS });
    const { status, headers, data } = await http.get<Readable>(url, {
      signal,
      headers: { Accept: "*/*", "Accept-Encoding": "identity" },
      ...proxyFor(url),
    });
    if (status === 200) {
      const length: unknown = headers["content-length"];
      return { data, bytes: typeof length === "string" && /^\d+$/.test(length) ? Number(length) : undefined };
    }
    data.destroy();
    throw new CloudError(`Download failed: ${label} returned HTTP ${status}. Check the URL.`);
  } catch (error) {
    if (error instanceof CloudError) throw error;
    if (loadAxios().isCancel(error)) throw signal.reason;
    throw new CloudError(
      `Download failed: ${label} got no response (${networkErrorCode(error)}). Check the URL and the network.`,
    );
  }
}
