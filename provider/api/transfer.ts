import type { Readable } from "node:stream";
import { download } from "./download";
import { createUpload } from "./upload";
import type { UploadOptions, UploadRequest } from "./upload";

/** Data that is no JSON: sent to an address that is its own credential, and fetched from wherever the user has it. */
export interface Transfer {
  /** Sends the data; again from its beginning where that can do no harm. */
  upload(request: UploadRequest): Promise<void>;
  /** Opens what a URL leads to. The size is undefined where the server does not tell it. */
  download(url: string, signal: AbortSignal): Promise<{ readonly data: Readable; readonly bytes: number | undefined }>;
}

export function createTransfer(options: UploadOptions): Transfer {
  return { upload: createUpload(options), download };
}
