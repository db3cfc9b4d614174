import { BlockList, isIP, isIPv6 } from "node:net";
import type { Socket } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8);
LOOPBACK.addAddress("::1", "ipv6");

/** Addresses that stand for all addresses of this machine, each with the one by which the machine itself reaches them. */
const UNSPECIFIED: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/** A host with an optional port, as in a Host header. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/** An IP address to listen on. */
export class ListenAddress {
  readonly host: string;

  /** @throws Error when it is not an IP address */
  constructor(given: string) {
    if (isIP(given) === 0 || given.includes("%")) {
      throw new Error(`host must be an IP address such as 127.0.0.1, 0.0.0.0 or ::, not ${given}`);
    }
    // The shortest spelling.
    this.host = isIPv6(given) ? new URL(`http://[${given}]`).hostname.slice(1, -1) : given;
  }

  /** Whether only this machine can reach it. */
  get isLoopback(): boolean {
    return LOOPBACK.check(this.host, isIPv6(this.host) ? "ipv6" : "ipv4");
  }

  /** Where this machine reaches it. */
  origin(port: number): string {
    return originOf(UNSPECIFIED.get(this.host) ?? this.host, port);
  }
}

/** The address that a client has used, which is its own idea of ours (Host); without a usable one, the socket's address. */
export function requestedOrigin(host: string | undefined, local: { address: string; port: number }): string {
  if (host !== undefined && AUTHORITY.test(host) && URL.canParse(`http://${host}`))
    return new URL(`http://${host}`).origin;
  return originOf(local.address, local.port);
}

/** Who is at the ends of a connection; one that is over already no longer tells. */
export function endsOf({ remoteAddress, localAddress, localPort = 0 }: Socket): {
  remote: string;
  local: { address: string; port: number };
} {
  return { remote: plain(remoteAddress), local: { address: plain(localAddress), port: localPort } };
}

/** An IPv4 address without the prefix that it has on a socket for both versions. */
function plain(address = "127.0.0.1"): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

function originOf(address: string, port: number): string {
  return new URL(`http://${isIPv6(address) ? `[${address}]` : address}:${port}`).origin;
}
