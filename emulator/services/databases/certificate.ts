import { randomUUID } from "node:crypto";

/** A self-signed CA certificate, valid until 2120, whose key nobody has: no database of the emulator accepts connections. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmDCCAT2gAwIBAgIBATAKBggqhkjOPQQDAjAyMRowGAYDVQQKDBFNYW5hZ2Vk
IERhdGFiYXNlczEUMBIGA1UEAwwLRGF0YWJhc2UgQ0EwIBcNMjAwMTAxMDAwMDAw
WhgPMjEyMDAxMDEwMDAwMDBaMDIxGjAYBgNVBAoMEU1hbmFnZWQgRGF0YWJhc2Vz
MRQwEgYDVQQDDAtEYXRhYmFzZSBDQTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BGKHKbOBCgmS/xLC6IzM5eqefhvu5UA1lKqUk+XbGJnj7y9jmId+ZR+EUaMjJs3O
cfpSQWZ6W6TueWYAVaCmqEijQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/
BAQDAgEGMB0GA1UdDgQWBBRuj+ByDEcThMNJKbvbBq7ziq/LpTAKBggqhkjOPQQD
AgNJADBGAiEAzQYJblgQ1MI/Zh3i2PNJmQQjlTULAW7/EpyDflpnGEYCIQCN+xQD
mOnbR1X9yyKZOTt+c4Gs/AdpdjuJaoCaBEufAw==
-----END CERTIFICATE-----
`;

/**
 * A database's CA certificate, encoded as in API responses (Linode API v4, Managed MongoDB Databases). What it certifies
 * is the same for all; the line before it, which PEM allows, makes it that database's own.
 */
export const newCertificate = (): string => Buffer.from(`Database ${randomUUID()}\n${CERTIFICATE}`).toString("base64");
