import type { IncomingMessage } from "node:http";
import type { Answer } from "../interface/answer";
import { corsHeaders, errorAnswer } from "../interface/answer";
import type { Api } from "../interface/api";
import { failure, refused } from "../interface/errors";
import type { Target } from "./exchange";
import type { GzipLimits } from "./gzip";
import { measureGzip, tooLarge } from "./gzip";
import { awaitingData, receiveData } from "../services/images/upload";
import type { World } from "../world";

const GIB = 1024 ** 3;

/** Route of the upload target in the request log. */
export const UPLOAD_ROUTE = "/upload/{id}";

/**
 * Maximum sizes of image data. The documents limit only the compressed size (Linode API v4, Image Upload); the real service also
 * limits the uncompressed size.
 */
export function uploadLimits(documentedOnly: boolean): GzipLimits {
  return { compressed: 5 * GIB, uncompressed: documentedOnly ? Number.POSITIVE_INFINITY : 6 * GIB };
}

/**
 * The upload target for image data (Linode API v4, Image Upload). It is outside the API: the URL itself is the credential. The data
 * is checked and counted as it arrives, and not stored.
 */
export class UploadTarget {
  constructor(
    private readonly world: World,
    private readonly api: Api,
    private readonly limits = uploadLimits(world.documentedOnly),
  ) {}

  /**
   * Handles an upload. Every failure becomes an error response; undefined if a response can no longer be delivered.
   * @param closing aborted when the emulator is closed
   */
  async answer(request: IncomingMessage, target: Target, closing: AbortSignal): Promise<Answer | undefined> {
    const [id = ""] = target.segments;
    const headers = corsHeaders(this.world.authority);
    const awaiting = () => awaitingData(this.world, id, target.query);
    try {
      if (request.method !== "PUT") throw failure(405, "Method not allowed");
      const { created_by } = this.api.change(awaiting);
      this.checkHeaders(request);
      const bytes = await measureGzip(request, this.limits);
      if (bytes === undefined || closing.aborted) return undefined;
      // Checked again: meanwhile, the image may have been deleted, or another upload may have finished.
      this.api.change(() => receiveData(this.world, awaiting(), bytes), created_by);
      return { status: 200, headers, body: "" };
    } catch (error) {
      return errorAnswer(this.api.failureOf(error), headers);
    } finally {
      // Many clients send the whole body before they read the response, even if the upload was rejected early.
      request.resume();
    }
  }

  private checkHeaders({ headers }: IncomingMessage): void {
    const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    if (type !== "application/octet-stream") throw refused("Content-Type must be application/octet-stream");
    const { compressed } = this.limits;
    if (Number(headers["content-length"]) > compressed) throw tooLarge("compressed", compressed);
  }
}
