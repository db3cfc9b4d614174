import type { IncomingMessage } from "node:http";
import type { Answer } from "../interface/answer";
import { errorAnswer } from "../interface/answer";
import { failure } from "../interface/errors";

/** Names under which this machine calls itself. */
const LOCAL_NAMES = ["127.0.0.1", "localhost"];

/** Browsers leave it out of Host and Origin. */
const HTTP_PORT = 80;

/**
 * The refusal of a control request that a foreign web page has sent, through the browser of whoever runs the emulator: by a name
 * of its own that leads here (Host), or from its own address to ours (Origin). Programs send no Origin. Undefined: not refused.
 */
export function refuseForeign({ headers, socket }: IncomingMessage): Answer | undefined {
  const port = socket.localPort === HTTP_PORT ? "" : `:${socket.localPort}`;
  const own = LOCAL_NAMES.map((name) => `${name}${port}`);
  const { host = "", origin } = headers;
  const isOwn = own.includes(host.toLowerCase());
  if (isOwn && (origin === undefined || own.some((known) => origin === `http://${known}`))) return undefined;
  return errorAnswer(failure(403, `Only requests from and to ${own.join(" or ")} are served here`));
}
