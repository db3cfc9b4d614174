import * as compute from "pulumi-compute";

const orders = compute.getMongoDatabaseOutput({ label: "orders" });
const credentials = compute.getMongoDatabaseCredentialsOutput({ databaseId: orders.id });

// Secret: `pulumi stack output` shows it only with --show-secrets.
export const rootPassword = credentials.password;
