import * as compute from "pulumi-compute";

const orders = compute.getMongoDatabaseOutput({ label: "orders" });
const { caCertificate } = compute.getMongoDatabaseCertificateOutput({ databaseId: orders.id });

export const pem = caCertificate.apply((text) => Buffer.from(text, "base64").toString());
