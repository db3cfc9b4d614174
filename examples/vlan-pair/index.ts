import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const rootPass = config.requireSecret("rootPass");
const common = { region: "us-southeast", type: "g6-nanode-1", image: "compute/debian11", rootPass };

/** An interface in the VLAN, with the given host number. */
const inVlan = (host: number): compute.InstanceInterface => ({
  purpose: "vlan",
  label: "backend",
  ipamAddress: `10.0.0.${host}/24`,
});

// eth0 is public, eth1 is in the VLAN.
const web = new compute.Instance("web", { ...common, interfaces: [{ purpose: "public" }, inVlan(1)] });

// Reachable only through the VLAN.
const database = new compute.Instance("database", { ...common, interfaces: [inVlan(2)] });

export const address = web.ipv4[0];
export const ids = [web.id, database.id];
