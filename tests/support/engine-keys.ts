import { createCipheriv, pbkdf2Sync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The encryption of a stack's secrets, as Pulumi writes it to files. */
export interface SecretsProvider {
  /** For the stack's settings. */
  readonly settings: Readonly<Record<string, string>>;
  /** For its state. */
  readonly state: { readonly type: string; readonly state: object };
  /** The key of both. */
  key(): Buffer;
}

export const PASSPHRASE = "a passphrase for tests";
/** The salt that `pulumi stack init` once created for the passphrase; Pulumi verifies the passphrase with it. */
const SALT = "v1:sxScXkWppFE=:v1:gcBnTO9DOs9jRLNN:CoTo5WyvGCpA3Md2T/qb+uzozPVV+A==";
const ITERATIONS = 1_000_000;

export const byPassphrase: SecretsProvider = {
  settings: { encryptionsalt: SALT },
  state: { type: "passphrase", state: { salt: SALT } },
  key: () => pbkdf2Sync(PASSPHRASE, Buffer.from(SALT.split(":")[1] ?? "", "base64"), ITERATIONS, 32, "sha256"),
};

const VAULT_URL = "hashivault://stacks";
const VAULT_KEY = Buffer.alloc(32, "a key");
const ENCRYPTED_KEY = Buffer.from("vault:v1:the key, encrypted").toString("base64");

/** Saves each command the 0.2 seconds that it takes to derive a key from a passphrase. */
export const byVault: SecretsProvider = {
  settings: { secretsprovider: VAULT_URL, encryptedkey: ENCRYPTED_KEY },
  state: { type: "cloud", state: { url: VAULT_URL, encryptedkey: ENCRYPTED_KEY } },
  key: () => VAULT_KEY,
};

export type Vault = Awaited<ReturnType<typeof startVault>>;

/** Stands in for HashiCorp Vault: the only response that a command needs to get the key. */
export async function startVault() {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ data: { plaintext: VAULT_KEY.toString("base64") } }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    env: { VAULT_SERVER_URL: `http://127.0.0.1:${port}`, VAULT_SERVER_TOKEN: "a token of the vault" },
    close: (): void => server.close().closeAllConnections(),
  };
}

/** A secret as `pulumi config set --secret` writes it. */
export function encrypted(text: string, provider: SecretsProvider): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", provider.key(), nonce);
  const secret = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return ["v1", nonce.toString("base64"), secret.toString("base64")].join(":");
}
