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

/** The route of the upload target, as the log counts it. */
export const UPLOAD_ROUTE = "/upload/{id}";

/**
 * Maximum size of image data: compressed according to the documents (Linode API v4, Image Upload), uncompressed only on the real
 * service.
 */
export function uploadLimits(documentedOnly: boolean): GzipLimits {
  return { compressed: 5 * GIB, uncompressed: documentedOnly ? Number.POSITIVE_INFINITY : 6 * GIB };
}

/**
 * The upload target for image data (Linode API v4, Image Upload), outside the interface: the address itself is the credential. The
 * data is checked and counted as it arrives, and not kept.
 */
export class UploadTarget {
  constructor(
    private readonly world: World,
    private readonly api: Api,
    private readonly limits = uploadLimits(world.documentedOnly),
  ) {}

  /**
   * Serves a request. Every failure becomes a response; undefined if nobody is waiting for one any more.
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
      // Time has passed since the start: the image may be gone, or may already have its data from another upload.
      this.api.change(() => receiveData(this.world, awaiting(), bytes), created_by);
      return { status: 200, headers, body: "" };
    } catch (error) {
      return errorAnswer(this.api.failureOf(error), headers);
    } finally {
      // Many clients send everything before they read the response, even if it was refused early.
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
