import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";

/** How the engine marks an object that stands for a secret. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const IS_SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Values of a state without the engine's marks of secrets. */
export interface Opened {
  /** Encrypted values are unknown. */
  readonly values: Values;
  /** Names of the properties that are secret, or have a secret in them. */
  readonly secretNames: ReadonlySet<string>;
  /** The secrets that could be read, to be kept out of every message. */
  readonly secrets: readonly unknown[];
}

/** Opens the secrets that an export shows in plain text (`--show-secrets`). */
export function openSecrets(marked: Values): Opened {
  const secretNames = new Set<string>();
  const secrets: unknown[] = [];
  const open = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => open(item, name));
    if (typeof value !== "object" || value === null) return value;
    const members = value as Values;
    if (members[SIGNATURE] !== IS_SECRET) return openAll(members, name);
    secretNames.add(name);
    if (typeof members.plaintext !== "string") return UNKNOWN;
    const secret: unknown = JSON.parse(members.plaintext);
    secrets.push(secret);
    return secret;
  };
  const openAll = (members: Values, within?: string): Values =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, open(value, within ?? name)]));
  const values = openAll(marked);
  return { values, secretNames, secrets };
}
