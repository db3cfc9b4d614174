import { BlockList, isIP, isIPv6 } from "node:net";
import type { Socket } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8);
LOOPBACK.addAddress("::1", "ipv6");

/** Wildcard addresses, each with the loopback address for connections from this machine. */
const UNSPECIFIED: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/** A host with an optional port, as in a Host header. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/** An IP address to listen on. */
export class ListenAddress {
  readonly host: string;

  /** @throws Error unless it is an IP address without a zone */
  constructor(given: string) {
    if (isIP(given) === 0 || given.includes("%")) {
      throw new Error(`host must be an IP address such as 127.0.0.1, 0.0.0.0 or ::, not ${given}`);
    }
    // The canonical form.
    this.host = isIPv6(given) ? new URL(`http://[${given}]`).hostname.slice(1, -1) : given;
  }

  /** Whether only this machine can reach the address. */
  get isLoopback(): boolean {
    return LOOPBACK.check(this.host, isIPv6(this.host) ? "ipv6" : "ipv4");
  }

  /** URL origin for connections from this machine. */
  origin(port: number): string {
    return originOf(UNSPECIFIED.get(this.host) ?? this.host, port);
  }
}

/** The origin that the client used: from the Host header, or from the socket's address if the header is missing or invalid. */
export function requestedOrigin(host: string | undefined, local: { address: string; port: number }): string {
  if (host !== undefined && AUTHORITY.test(host) && URL.canParse(`http://${host}`))
    return new URL(`http://${host}`).origin;
  return originOf(local.address, local.port);
}

/** Both addresses of a connection. A closed socket has none, so they default to 127.0.0.1. */
export function endsOf({ remoteAddress, localAddress, localPort = 0 }: Socket): {
  remote: string;
  local: { address: string; port: number };
} {
  return { remote: plain(remoteAddress), local: { address: plain(localAddress), port: localPort } };
}

/** Strips the `::ffff:` prefix of IPv4 addresses on a dual-stack socket. */
function plain(address = "127.0.0.1"): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

function originOf(address: string, port: number): string {
  return new URL(`http://${isIPv6(address) ? `[${address}]` : address}:${port}`).origin;
}
