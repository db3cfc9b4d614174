import * as compute from "pulumi-compute";

const orders = compute.getMongoDatabaseOutput({ label: "orders" });
const { backups } = compute.getMongoDatabaseBackupsOutput({ databaseId: orders.id, type: "snapshot" });

export const labels = backups.apply((all) => all.map(({ label }) => label));
