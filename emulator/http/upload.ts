import type { IncomingMessage } from "node:http";
import type { Answer } from "../interface/answer";
import { CORS_HEADERS, errorAnswer } from "../interface/answer";
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

/** Largest image data: compressed by the documents (document 1, Limits), uncompressed by the real service alone. */
export function uploadLimits(documentedOnly: boolean): GzipLimits {
  return { compressed: 5 * GIB, uncompressed: documentedOnly ? Number.POSITIVE_INFINITY : 6 * GIB };
}

/**
 * Where the data of images is sent (document 1, Upload rules), beside the interface: the address itself is the credential. The
 * data is checked and counted on its way, and kept nowhere.
 */
export class UploadTarget {
  constructor(
    private readonly world: World,
    private readonly api: Api,
    private readonly limits = uploadLimits(world.documentedOnly),
  ) {}

  /**
   * Serves a request. Every failure becomes an answer; undefined when nobody waits for one.
   * @param closing aborted when the emulator is closed
   */
  async answer(request: IncomingMessage, target: Target, closing: AbortSignal): Promise<Answer | undefined> {
    const [id = ""] = target.segments;
    const awaiting = () => awaitingData(this.world, id, target.query);
    try {
      if (request.method !== "PUT") throw failure(405, "Method not allowed");
      const { created_by } = this.api.change(awaiting);
      this.checkHeaders(request);
      const bytes = await measureGzip(request, this.limits);
      if (bytes === undefined || closing.aborted) return undefined;
      // Since the beginning, time has passed: the image may be gone, or may have its data from somebody else.
      this.api.change(() => receiveData(this.world, awaiting(), bytes), created_by);
      return { status: 200, headers: CORS_HEADERS, body: "" };
    } catch (error) {
      return errorAnswer(this.api.failureOf(error), CORS_HEADERS);
    } finally {
      // What is refused early is still sent to its end by many clients, before they look at the answer.
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
