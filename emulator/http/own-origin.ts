import type { IncomingMessage } from "node:http";
import type { Answer } from "../interface/answer";
import { errorAnswer } from "../interface/answer";
import { failure } from "../interface/errors";

/** Names by which this machine refers to itself. */
const LOCAL_NAMES = ["127.0.0.1", "localhost"];

/** Browsers omit it from Host and Origin. */
const HTTP_PORT = 80;

/**
 * The refusal of a control request that a foreign web page has sent through the user's browser: under its own name that resolves to
 * this machine (Host), or from its own origin to ours (Origin). Programs send no Origin. Undefined if the request is not refused.
 */
export function refuseForeign({ headers, socket }: IncomingMessage): Answer | undefined {
  const port = socket.localPort === HTTP_PORT ? "" : `:${socket.localPort}`;
  const own = LOCAL_NAMES.map((name) => `${name}${port}`);
  const { host = "", origin } = headers;
  const isOwn = own.includes(host.toLowerCase());
  if (isOwn && (origin === undefined || own.some((known) => origin === `http://${known}`))) return undefined;
  return errorAnswer(failure(403, `Only requests from and to ${own.join(" or ")} are served here`));
}
