import * as compute from "pulumi-compute";

const network = compute.getApiObjectOutput({ collection: "/vpcs", filter: { label: "shop" } });

new compute.ApiObject("web", {
  collection: network.path.apply((path) => `${path}/subnets`),
  body: { label: "web", ipv4: "10.0.1.0/24" },
});
