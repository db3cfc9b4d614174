import type { IncomingMessage } from "node:http";
import type { Authority } from "../access/auth";
import type { Answer } from "../interface/answer";
import { errorAnswer } from "../interface/answer";
import { failure } from "../interface/errors";
import type { ListenAddress } from "./address";

const LOCAL_NAMES = ["127.0.0.1", "localhost"];

/** Checks a request before it is handled. Returns an error response, or undefined to allow it. */
export type Gate = (request: IncomingMessage) => Answer | undefined;

/** Guards the control API against requests by other web pages. Beyond loopback, it also requires a token with full access. */
export function gateFor(address: ListenAddress, authority: Authority): Gate {
  return address.isLoopback
    ? (request) => refuseForeign(request, ownOrigins(address, request.socket.localPort ?? 0))
    : (request) => refuseOtherOrigin(request) ?? refuseStranger(request, authority);
}

/**
 * Guards the API itself. On loopback, a published token does not protect against web pages in the user's browser, so the Host must
 * name this machine, and the Origin, if any, must be the emulator's own. The Host may have another port, such as that of a tunnel.
 */
export function apiGateFor(address: ListenAddress, isTokenPublished: boolean): Gate {
  if (!address.isLoopback || !isTokenPublished) return () => undefined;
  return ({ headers: { host = "", origin }, socket }) => {
    const own = ownOrigins(address, socket.localPort ?? 0);
    const isOwnName = own.some((known) => hostNameOf(known) === hostNameOf(`http://${host}`));
    if (isOwnName && (origin === undefined || own.includes(origin))) return undefined;
    const reason =
      "Use a token of your own (--token) to allow web pages; programs must use a loopback address or localhost";
    return errorAnswer(failure(403, reason));
  };
}

function hostNameOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : "";
}

function ownOrigins(address: ListenAddress, port: number): string[] {
  const local = LOCAL_NAMES.map((name) => new URL(`http://${name}:${port}`).origin);
  return [...new Set([...local, address.origin(port)])];
}

/**
 * Rejects control requests that another web page sends through the user's browser: to its own name that resolves to this machine
 * (checked by Host), or from its own origin (checked by Origin). Programs send no Origin.
 */
function refuseForeign({ headers }: IncomingMessage, own: readonly string[]): Answer | undefined {
  const { host = "", origin } = headers;
  const isOwn = own.includes(`http://${host.toLowerCase()}`);
  if (isOwn && (origin === undefined || own.includes(origin))) return undefined;
  const names = own.map((known) => new URL(known).host).join(" or ");
  return errorAnswer(failure(403, `Use ${names}: requests from and to other addresses are rejected`));
}

/** Browsers also send the dashboard's saved password with requests from other pages. */
function refuseOtherOrigin({ headers: { host = "", origin } }: IncomingMessage): Answer | undefined {
  if (origin === undefined || origin === `http://${host.toLowerCase()}`) return undefined;
  return errorAnswer(failure(403, "Requests from other origins are rejected"));
}

/** The Host need not be checked: browsers have no saved password for another name that resolves to this machine. */
function refuseStranger({ headers }: IncomingMessage, authority: Authority): Answer | undefined {
  const principal = authority.identify(asBearer(headers.authorization));
  if (principal === undefined) {
    const reason = "Send the token, as Bearer or as the password of any user: other machines can reach this emulator";
    return errorAnswer(failure(401, reason), { "WWW-Authenticate": 'Basic realm="emulator", charset="UTF-8"' });
  }
  if (principal.scopes.includes("*") && !principal.restricted) return undefined;
  return errorAnswer(failure(403, "Use a token with all scopes that belongs to an unrestricted user"));
}

/** Accepts the token as a Basic password, because browsers prompt for a name and a password (RFC 7617). */
function asBearer(authorization: string | undefined): string | undefined {
  const basic = /^Basic +(\S+) *$/i.exec(authorization ?? "")?.[1];
  if (basic === undefined) return authorization;
  const given = Buffer.from(basic, "base64").toString("utf8");
  return `Bearer ${given.slice(given.indexOf(":") + 1)}`;
}
