import * as compute from "pulumi-compute";

const orders = compute.getMongoDatabaseOutput({ label: "orders" });
const credentials = compute.getMongoDatabaseCredentialsOutput({ databaseId: orders.id });

// It is a secret: only `pulumi stack output --show-secrets` shows it.
export const rootPassword = credentials.password;
