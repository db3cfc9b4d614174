import type { Answer } from "dns-packet";
import type { Values } from "../../provider/definition/values";
import { message, soa, startScripted } from "../emulator/support/name-server";
import { aZone } from "./programs";
import type { Service } from "./service";

export const SHOP = "shop.example";

/** A nameserver that allows anyone to transfer the zone of the shop. */
export function shopNameserver(): Promise<{ readonly address: string; readonly connections: () => number }> {
  const www: Answer = { type: "A", name: `www.${SHOP}`, ttl: 300, data: "192.0.2.1" };
  const start = soa(SHOP, { rname: "dns.shop.example" });
  return startScripted((socket, id) => void socket.end(message(id, [start, www, start])));
}

/** A zone with two records, to be cloned. */
export async function aSource(service: Service, fields: Values = {}): Promise<number> {
  const id = await aZone(service, "source.example");
  const path = `/domains/${id}`;
  await service.ask("PUT", path, { ttl_sec: 3600, description: "The source", tags: ["old"], ...fields });
  await service.ask("POST", `${path}/records`, { type: "A", name: "www", target: "192.0.2.1" });
  await service.ask("POST", `${path}/records`, { type: "TXT", target: "v=spf1 -all" });
  service.forget();
  return id;
}
