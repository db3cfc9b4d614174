import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { JsonObject } from "../json";
import { failure, refused } from "../interface/errors";
import { isObject } from "../json";

/** Larger request bodies are rejected. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A parsed request target, not yet routed. */
export interface Target {
  /** Decoded path segments. Repeated slashes count as one; an encoded slash stays within its segment. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/** Parses a request target; undefined if its percent-encoding is invalid. */
export function parseTarget(url: string): Target | undefined {
  const [path = "", ...query] = url.split("?");
  try {
    return {
      segments: path.split("/").filter(Boolean).map(decodeURIComponent),
      query: new URLSearchParams(query.join("?")),
    };
  } catch {
    return undefined;
  }
}

/**
 * Reads a request body.
 * @throws ErrorResponse 413 when it is too large; the rest is read and discarded, so that the client can receive the response.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) chunks.length = 0;
    else chunks.push(chunk as Buffer);
  }
  if (bytes > MAX_BODY_BYTES) throw failure(413, "Request body is too large");
  return Buffer.concat(chunks);
}

/**
 * The JSON object in the body of an API request.
 * @throws ErrorResponse 415 for another Content-Type (Linode API v4, Introduction), 400 when it is not a JSON object.
 */
export function jsonBody(headers: IncomingHttpHeaders, body: Buffer): JsonObject {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (body.length > 0 && type !== "application/json") throw failure(415, "Content-Type must be application/json");
  return parseJson(body);
}

/**
 * The JSON object in a body; an empty body is an empty object.
 * @throws ErrorResponse 400 when it is not a JSON object.
 */
export function parseJson(body: Buffer): JsonObject {
  const text = body.toString("utf8");
  if (text.trim() === "") return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw refused("Invalid JSON");
  }
  if (!isObject(parsed)) throw refused("Invalid JSON");
  return parsed;
}
