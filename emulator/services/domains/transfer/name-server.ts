import { isIP, isIPv6 } from "node:net";
import { isHostName } from "../dns-names";

/** The address of a name server. */
export interface NameServer {
  /** Host name or IP address. */
  readonly host: string;
  readonly port: number;
}

const DNS_PORT = 53;

/** `host`, `host:port` or `[IPv6 address]:port`. */
const ADDRESS = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/;

/**
 * Parses the name server in a request; undefined if it is not a host. The real service does not support ports; the emulator does,
 * for name servers that run without privileges.
 */
export function parseNameServer(text: string): NameServer | undefined {
  if (isIP(text) !== 0) return { host: text, port: DNS_PORT };
  const [, bracketed, plain = "", digits] = ADDRESS.exec(text) ?? [];
  const port = digits === undefined ? DNS_PORT : Number(digits);
  const isHost = bracketed === undefined ? isHostName(plain) : isIPv6(bracketed);
  return isHost && port >= 1 && port <= 65_535 ? { host: bracketed ?? plain, port } : undefined;
}
