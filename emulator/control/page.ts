import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { extname, join } from "node:path";
import type { Answer } from "../interface/answer";

/** The dashboard's files have the same relative path in the sources and in the package. */
const DIRECTORY = join(__dirname, "..", "page");

const INDEX = "index.html";

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);

/** No content from other origins, no inline code, no framing. */
const HEADERS = {
  "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  Vary: "Accept",
};

/** The response with a dashboard file, or undefined if the request is for something else. */
export function pageAnswer(request: IncomingMessage, segments: readonly string[]): Answer | undefined {
  if (!isRead(request)) return undefined;
  const name = segments.length === 0 && wantsHtml(request) ? INDEX : segments.length === 1 ? segments[0] : undefined;
  if (name === undefined || !/^[a-z]+\.[a-z]+$/.test(name)) return undefined;
  const type = TYPES.get(extname(name));
  const path = join(DIRECTORY, name);
  if (type === undefined || !existsSync(path)) return undefined;
  return { status: 200, headers: { "Content-Type": type, ...HEADERS }, body: readFileSync(path, "utf8") };
}

/** Redirects the root path to the dashboard. */
export const PAGE: Answer = { status: 302, headers: { Location: "/_emulator/" }, body: "" };

export function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/** Browsers name text/html in their Accept header; API clients usually do not. */
function wantsHtml(request: IncomingMessage): boolean {
  return request.headers.accept?.includes("text/html") === true;
}
