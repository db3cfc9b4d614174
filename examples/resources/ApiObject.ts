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

/** The whole response of the API. */
export const status = firewall.output.apply((live) => live.status as string);
