import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

// By default, the stack with the same name: dev uses dev, and production uses production.
const sameName = `${pulumi.getOrganization()}/network/${pulumi.getStack()}`;
const network = new pulumi.StackReference(config.get("networkStack") ?? sameName);

// requireOutput fails if the other stack lacks the output; getOutput would continue without a value.
const domain = network.requireOutput("domain") as pulumi.Output<string>;
const domainId = network.requireOutput("domainId") as pulumi.Output<string>;
const vlan = network.requireOutput("vlan") as pulumi.Output<{ label: string; region: string }>;

const server = new compute.Instance("server", {
  region: vlan.region,
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: config.requireSecret("rootPass"),
  interfaces: [{ purpose: "public" }, { purpose: "vlan", label: vlan.label, ipamAddress: "10.0.0.1/24" }],
});
new compute.DomainRecord("name", { domainId, type: "A", name: "app", target: server.ipv4[0] });

export const url = pulumi.interpolate`http://app.${domain}/`;
