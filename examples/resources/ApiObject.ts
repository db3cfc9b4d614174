import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute";

const firewall = new compute.ApiObject("web", {
  collection: "/networking/firewalls",
  body: {
    label: "web",
    rules: {
      inbound_policy: "DROP",
      outbound_policy: "ACCEPT",
      inbound: [
        { action: "ACCEPT", protocol: "TCP", ports: "443", label: "https", addresses: { ipv4: ["0.0.0.0/0"] } },
      ],
      outbound: [],
    },
  },
});

const network = new compute.ApiObject("network", { collection: "/vpcs", body: { label: "core", region: "us-east" } });
// The ID of an ApiObject is its path.
new compute.ApiObject("subnet", {
  collection: pulumi.interpolate`${network.id}/subnets`,
  body: { label: "one", ipv4: "10.0.0.0/24" },
});

export const [firewallPath, networkPath] = [firewall.id, network.id];
