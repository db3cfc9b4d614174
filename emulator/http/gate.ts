import type { IncomingMessage } from "node:http";
import type { Authority } from "../access/auth";
import type { Answer } from "../interface/answer";
import { errorAnswer } from "../interface/answer";
import { failure } from "../interface/errors";
import type { ListenAddress } from "./address";

/** Names by which this machine refers to itself. */
const LOCAL_NAMES = ["127.0.0.1", "localhost"];

/** Decides about a request before it is served: its refusal, or undefined. */
export type Gate = (request: IncomingMessage) => Answer | undefined;

/** On loopback, everything but what foreign web pages send may pass; on any other address, only who has a token that may do everything. */
export function gateFor(address: ListenAddress, authority: Authority): Gate {
  return address.isLoopback
    ? (request) => refuseForeign(request, ownOrigins(address, request.socket.localPort ?? 0))
    : (request) => refuseOtherOrigin(request) ?? refuseStranger(request, authority);
}

/**
 * Before the interface itself. On loopback, a token that everybody knows protects nothing from the pages in the user's browser: they may
 * use neither a name of their own that resolves to this machine nor another origin than ours. The port is the client's business: it
 * may be that of a tunnel.
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
 * The refusal of a control request that a foreign web page has sent through the user's browser: under its own name that resolves to
 * this machine (Host), or from its own origin to ours (Origin). Programs send no Origin.
 */
function refuseForeign({ headers }: IncomingMessage, own: readonly string[]): Answer | undefined {
  const { host = "", origin } = headers;
  const isOwn = own.includes(`http://${host.toLowerCase()}`);
  if (isOwn && (origin === undefined || own.includes(origin))) return undefined;
  const names = own.map((known) => new URL(known).host).join(" or ");
  return errorAnswer(failure(403, `Use ${names}: requests from and to other addresses are rejected`));
}

/** A browser sends the password that it remembers for our page also on behalf of other pages. */
function refuseOtherOrigin({ headers: { host = "", origin } }: IncomingMessage): Answer | undefined {
  if (origin === undefined || origin === `http://${host.toLowerCase()}`) return undefined;
  return errorAnswer(failure(403, "Requests from other origins are rejected"));
}

/** A name that resolves to this machine needs no look: no browser has our password for it. */
function refuseStranger({ headers }: IncomingMessage, authority: Authority): Answer | undefined {
  const principal = authority.identify(asBearer(headers.authorization));
  if (principal === undefined) {
    const reason = "Send the token, as Bearer or as the password of any user: other machines can reach this emulator";
    return errorAnswer(failure(401, reason), { "WWW-Authenticate": 'Basic realm="emulator", charset="UTF-8"' });
  }
  if (principal.scopes.includes("*") && !principal.restricted) return undefined;
  return errorAnswer(failure(403, "Use a token with all scopes that belongs to an unrestricted user"));
}

/** Browsers ask their user for a name and a password, and send both (RFC 7617). */
function asBearer(authorization: string | undefined): string | undefined {
  const basic = /^Basic +(\S+) *$/i.exec(authorization ?? "")?.[1];
  if (basic === undefined) return authorization;
  const given = Buffer.from(basic, "base64").toString("utf8");
  return `Bearer ${given.slice(given.indexOf(":") + 1)}`;
}
