import { createCipheriv, pbkdf2Sync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How a stack's secrets are encrypted, as Pulumi writes it into files. */
export interface SecretsProvider {
  /** In the stack's settings. */
  readonly settings: Readonly<Record<string, string>>;
  /** In its state. */
  readonly state: { readonly type: string; readonly state: object };
  /** What both are encrypted with. */
  key(): Buffer;
}

export const PASSPHRASE = "a passphrase for tests";
/** What `pulumi stack init` made of the passphrase once; by it, Pulumi knows the right one. */
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

/** Saves each command the fifth of a second that a key takes which is derived from a passphrase. */
export const byVault: SecretsProvider = {
  settings: { secretsprovider: VAULT_URL, encryptedkey: ENCRYPTED_KEY },
  state: { type: "cloud", state: { url: VAULT_URL, encryptedkey: ENCRYPTED_KEY } },
  key: () => VAULT_KEY,
};

/** What a command asks for the key: the one answer of HashiCorp Vault that it needs. */
export interface Vault {
  readonly env: NodeJS.ProcessEnv;
  close(): void;
}

export async function startVault(): Promise<Vault> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ data: { plaintext: VAULT_KEY.toString("base64") } }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    env: { VAULT_SERVER_URL: `http://127.0.0.1:${port}`, VAULT_SERVER_TOKEN: "a token of the vault" },
    close: () => server.close().closeAllConnections(),
  };
}

/** A secret as `pulumi config set --secret` writes it. */
export function encrypted(text: string, provider: SecretsProvider): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", provider.key(), nonce);
  const secret = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return ["v1", nonce.toString("base64"), secret.toString("base64")].join(":");
}
