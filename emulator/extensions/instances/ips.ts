import { INSTANCES } from "../../access/guards";
import { allocatePrivateIpv4, isPrivateIpv4 } from "../../services/instances/addresses";
import { notFound, Problems, refused } from "../../interface/errors";
import type { Route } from "../../interface/router";
import { del, get, post } from "../../interface/router";
import type { InstanceRow } from "../../services/instances/rows";
import { changeInstance, instanceOf } from "../../services/instances/state";
import { flag, oneOf, parse, requireFields } from "../../interface/validation";
import type { World } from "../../world";

/** The real service's text, including the double space. */
const JUSTIFICATION =
  "Additional IPv4 addresses require technical justification.  Please open a Support Ticket describing your requirement";

/** IP addresses of an instance: list, add, view, remove. */
export function instanceIpRoutes(world: World): Route[] {
  return [
    get("/compute/instances/{id}/ips", INSTANCES.view, (call) => viewAll(world, instanceOf(world, call))),
    post("/compute/instances/{id}/ips", INSTANCES.change, (call) => {
      const row = instanceOf(world, call);
      const problems = new Problems(world.documentedOnly);
      requireFields(["type", "public"], call.body, problems);
      const input = parse({ type: oneOf("ipv4"), public: flag() }, call.body, problems);
      problems.throwIfAny();
      if (input.public === true) throw refused(JUSTIFICATION);
      if (row.ipv4.some(isPrivateIpv4)) throw refused(`${world.brand.title} already has a private IPv4 address.`);
      const address = allocatePrivateIpv4(world, row.id);
      return viewIpv4(world, changeInstance(world, row, { ipv4: [...row.ipv4, address] }), address);
    }),
    get("/compute/instances/{id}/ips/{address}", INSTANCES.view, (call) => {
      const row = instanceOf(world, call);
      return viewIpv4(world, row, ownAddress(row, call.params["address"]));
    }),
    del("/compute/instances/{id}/ips/{address}", INSTANCES.change, (call) => {
      const row = instanceOf(world, call);
      const address = ownAddress(row, call.params["address"]);
      if (!isPrivateIpv4(address)) throw refused(`${world.brand.title} must keep its only public IPv4 address.`);
      changeInstance(world, row, { ipv4: row.ipv4.filter((other) => other !== address) });
      return {};
    }),
  ];
}

function ownAddress(row: InstanceRow, address = ""): string {
  if (!row.ipv4.includes(address)) throw notFound();
  return address;
}

function viewAll(world: World, row: InstanceRow): unknown {
  const view = (address: string) => viewIpv4(world, row, address);
  const isPublic = (address: string) => !isPrivateIpv4(address);
  return {
    ipv4: {
      public: row.ipv4.filter(isPublic).map(view),
      private: row.ipv4.filter(isPrivateIpv4).map(view),
      shared: [],
      reserved: [],
      vpc: [],
    },
    ipv6: row.ipv6 === null ? null : viewIpv6(world, row, row.ipv6.replace(/\/\d+$/, "")),
  };
}

function viewIpv4(world: World, row: InstanceRow, address: string): unknown {
  const isPublic = !isPrivateIpv4(address);
  return {
    address,
    gateway: isPublic ? address.replace(/\d+$/, "1") : null,
    subnet_mask: isPublic ? "255.255.255.0" : "255.255.128.0",
    prefix: isPublic ? 24 : 17,
    type: "ipv4",
    public: isPublic,
    rdns: isPublic ? `${address.replaceAll(".", "-")}.ip.example.com` : null,
    ...ownership(world, row),
  };
}

function viewIpv6(world: World, row: InstanceRow, address: string): unknown {
  const common = { gateway: "fe80::1", prefix: 64, subnet_mask: "ffff:ffff:ffff:ffff::", rdns: null, type: "ipv6" };
  const host = address.slice(address.indexOf("::") + 2);
  return {
    slaac: { address, ...common, public: true, ...ownership(world, row) },
    link_local: { address: `fe80::${host}`, ...common, public: false, ...ownership(world, row) },
    global: [],
  };
}

function ownership(world: World, row: InstanceRow) {
  return { [world.brand.name("_id")]: row.id, region: row.region };
}
