import * as compute from "pulumi-compute";

const shop = new compute.MysqlDatabase("shop", {
  engine: "mysql/8.0.26",
  region: "us-east",
  type: "g6-nanode-1",
  allowList: ["192.0.2.0/24"],
});

export const host = shop.hosts.primary;
