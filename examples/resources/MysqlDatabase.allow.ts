// Accessible only from an instance of the stack
import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const place = { region: "us-east", type: "g6-nanode-1" };
const web = new compute.Instance("web", {
  ...place,
  image: "compute/debian11",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
});

const shop = new compute.MysqlDatabase("shop", { ...place, engine: "mysql/8.0.26", allowList: [web.ipv4[0]] });

export const host = shop.hosts.primary;
