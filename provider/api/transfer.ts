import type { Readable } from "node:stream";
import { download } from "./download";
import { createUpload } from "./upload";
import type { UploadOptions, UploadRequest } from "./upload";

/** Data other than JSON: sent to an address that is its own credential, and fetched from wherever the user keeps it. */
export interface Transfer {
  /** Sends the data; retries from its beginning where that can do no harm. */
  upload(request: UploadRequest): Promise<void>;
  /** Opens the data at a URL. The size is undefined if the server does not give it. */
  download(url: string, signal: AbortSignal): Promise<{ readonly data: Readable; readonly bytes: number | undefined }>;
}

export function createTransfer(options: UploadOptions): Transfer {
  return { upload: createUpload(options), download };
}
