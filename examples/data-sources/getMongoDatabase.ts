import * as compute from "pulumi-compute";

const orders = compute.getMongoDatabaseOutput({ label: "orders" });

export const host = orders.hosts.primary;
