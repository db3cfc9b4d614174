import { refused } from "../../interface/errors";
import type { World } from "../../world";
import { instances } from "./rows";

/** A range of IPv4 addresses to assign. */
interface Pool {
  readonly base: number;
  readonly size: number;
}

/** Public addresses come from 198.18.0.0/15, which is reserved for tests and never routed. */
const PUBLIC: Pool = { base: toNumber("198.18.0.0"), size: 2 ** 17 };

/** Private addresses of a region: 192.168.128.0/17. */
const PRIVATE: Pool = { base: toNumber("192.168.128.0"), size: 2 ** 15 };

export function allocatePublicIpv4(world: World, id: number): string {
  return allocate(world, PUBLIC, id);
}

export function allocatePrivateIpv4(world: World, id: number): string {
  return allocate(world, PRIVATE, id);
}

export function isPrivateIpv4(address: string): boolean {
  const offset = toNumber(address) - PRIVATE.base;
  return offset >= 0 && offset < PRIVATE.size;
}

/** The SLAAC address of an instance, always with its /128 prefix (Linode API v4, Linode Instances). */
export function slaacAddress(id: number): string {
  const low = (id % 0x1000000).toString(16).padStart(6, "0");
  return `2001:db8::f03c:93ff:fe${low.slice(0, 2)}:${low.slice(2)}/128`.replace(/:0{1,3}(?=[0-9a-f])/g, ":");
}

/** Starts the search at an offset derived from the ID, so that an empty account always assigns the same addresses. */
function allocate(world: World, pool: Pool, id: number): string {
  for (let step = 0; step < pool.size; step += 1) {
    const offset = (id + step) % pool.size;
    const last = offset % 256;
    // Skip the network, gateway and broadcast addresses of each /24.
    if (last < 2 || last === 255) continue;
    const address = toText(pool.base + offset);
    if (!instances.in(world).has("address", address)) return address;
  }
  throw refused("No IPv4 addresses are left");
}

function toNumber(address: string): number {
  return address.split(".").reduce((value, part) => value * 256 + Number(part), 0);
}

function toText(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
}
