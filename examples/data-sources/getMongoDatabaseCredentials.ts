import * as compute from "pulumi-compute";

const orders = compute.getMongoDatabaseOutput({ label: "orders" });
const credentials = compute.getMongoDatabaseCredentialsOutput({ databaseId: orders.id });

// This output is a secret. `pulumi stack output --show-secrets` prints it.
export const rootPassword = credentials.password;
