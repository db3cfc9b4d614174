import * as compute from "pulumi-compute";

const shop = compute.getMysqlDatabaseOutput({ label: "shop" });

export const host = shop.hosts.primary;
