import type { AxiosInstance, AxiosStatic, CreateAxiosDefaults } from "axios";
import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { isLoopback } from "./settings";
import { userAgent } from "./user-agent";

let loaded: AxiosStatic | undefined;

/** Loads axios with the first request, because most programs send none, and neither does a preview without changes. */
export function loadAxios(): AxiosStatic {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a bundler must see it
  loaded ??= (require("axios") as { readonly default: AxiosStatic }).default;
  return loaded;
}

/** An HTTP client that says who it is, passes bodies on unchanged, returns every response, and follows no redirects. */
export function openHttp({ headers, ...settings }: CreateAxiosDefaults): AxiosInstance {
  return loadAxios().create({
    maxRedirects: 0,
    responseType: "text",
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
    validateStatus: () => true,
    headers: { "User-Agent": userAgent(), ...headers },
    ...settings,
  });
}

/** The environment's proxy, but none for this machine itself. */
export function proxyFor(url: string): { readonly proxy?: false } {
  return isLoopback(new URL(url)) ? { proxy: false } : {};
}

/** Why a request got no response: only the code of the library's error, which itself may contain secrets. */
export function networkErrorCode(error: unknown): string {
  return (loadAxios().isAxiosError(error) ? error.code : undefined) ?? "unknown error";
}

/** Sends one request, and observes its connection. */
interface HttpTransport {
  readonly transport: {
    request(options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void): http.ClientRequest;
  };
  /** Whether any part of the request can have left this machine. */
  readonly mayHaveSent: () => boolean;
}

export function openTransport(): HttpTransport {
  let mayHaveSent = false;
  const note = (): void => void (mayHaveSent = true);
  return {
    transport: {
      request: (options, onResponse) =>
        (options.protocol === "https:" ? https : http)
          .request(options, onResponse)
          .once("socket", (socket) => whenOpen(socket, note)),
    },
    mayHaveSent: () => mayHaveSent,
  };
}

/**
 * Calls back as soon as the socket sends what is written to it: once it is connected and, with TLS, once the server has proved who it is.
 * An earlier request may have opened it.
 */
function whenOpen(socket: Socket, callback: () => void): void {
  const isSecure = socket instanceof TLSSocket;
  // Without certificate verification, there is an error instead of the authorization.
  const isOpen = isSecure ? socket.authorized || Boolean(socket.authorizationError) : !socket.connecting;
  if (isOpen && !socket.destroyed) callback();
  else socket.once(isSecure ? "secureConnect" : "connect", callback);
}
