import { SIGNATURE_KEY } from "../definition/source";
import { UNKNOWN } from "../definition/values";
import type { Values } from "../definition/values";
import { isSecretMark, SECRET_SIGNATURE } from "./boundary";
import { UnfitExportError } from "./exported-state";

/** Marks a value as secret, in plain text, as `pulumi stack import` accepts it. */
export function asSecret(value: unknown): Values {
  return { [SIGNATURE_KEY]: SECRET_SIGNATURE, plaintext: JSON.stringify(value) };
}

/** Values from a state, with their secrets unwrapped. */
export interface OpenedValues {
  /** Encrypted values are `UNKNOWN`. */
  readonly values: Values;
  /** Names of the properties that are secret or contain a secret. */
  readonly secretNames: ReadonlySet<string>;
  /** The decrypted secrets, to redact from messages. */
  readonly secrets: readonly unknown[];
}

function parsePlaintext(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    throw new UnfitExportError("the plaintext of a secret is not valid JSON");
  }
}

/**
 * Unwraps the secrets that `pulumi stack export --show-secrets` prints in plain text.
 * @throws UnfitExportError
 */
export function openSecrets(marked: Values): OpenedValues {
  const secretNames = new Set<string>();
  const secrets: unknown[] = [];
  const open = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => open(item, name));
    if (typeof value !== "object" || value === null) return value;
    const members = value as Values;
    if (!isSecretMark(members)) return openAll(members, name);
    secretNames.add(name);
    if (typeof members.plaintext !== "string") return UNKNOWN;
    const secret = parsePlaintext(members.plaintext);
    secrets.push(secret);
    return secret;
  };
  const openAll = (members: Values, within?: string): Values =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, open(value, within ?? name)]));
  const values = openAll(marked);
  return { values, secretNames, secrets };
}
