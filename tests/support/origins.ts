import type { Answer } from "dns-packet";
import { message, soa, startScripted } from "../emulator/support/name-server";

export const SHOP = "shop.example";

/** A nameserver that allows anyone to transfer the zone of the shop. */
export function shopNameserver(): Promise<{ readonly address: string; readonly connections: () => number }> {
  const www: Answer = { type: "A", name: `www.${SHOP}`, ttl: 300, data: "192.0.2.1" };
  const start = soa(SHOP, { rname: "dns.shop.example" });
  return startScripted((socket, id) => void socket.end(message(id, [start, www, start])));
}
