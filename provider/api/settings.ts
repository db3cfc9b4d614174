import { ConfigurationError } from "./errors";
import { NEUTRAL_BRAND } from "./wire";

/** Where the service is and who asks. */
export interface Settings {
  readonly url: string;
  readonly brand: string;
  readonly token: string | undefined;
}

/** The same settings as one source gives them: an explicit provider, the environment, or the stack configuration. */
export interface SettingsSource {
  readonly url?: string | undefined;
  readonly brand?: string | undefined;
  readonly token?: string | undefined;
}

/** Where the emulator listens by default: the service that is used when nothing is set. */
export const EMULATOR_URL = "http://127.0.0.1:4010/v4";

export const MISSING_TOKEN =
  "No access token. Provide one in one of these ways: set the environment variable COMPUTE_TOKEN; or run " +
  "`pulumi config set --secret compute:token`; or pass `token` to a compute.Provider, and that provider to the resources' `provider` option. " +
  "A refresh, a destroy and `up --refresh` use the configuration of the last `up`: for them, the environment is the safest choice.";

/** The settings in the environment. */
export function environmentSource(environment: NodeJS.ProcessEnv): SettingsSource {
  return { url: environment.COMPUTE_URL, brand: environment.COMPUTE_BRAND, token: environment.COMPUTE_TOKEN };
}

/**
 * Takes each setting from the first source that has it.
 * @throws ConfigurationError when the address is not usable.
 */
export function resolveSettings(sources: readonly SettingsSource[]): Settings {
  const first = (name: keyof SettingsSource): string | undefined =>
    sources.map((source) => source[name]?.trim()).find((value) => value !== undefined && value !== "");
  const brand = first("brand") ?? NEUTRAL_BRAND;
  if (!/^[a-z][a-z0-9-]*$/.test(brand)) {
    throw new ConfigurationError(
      `The brand (COMPUTE_BRAND, compute:brand) is "${brand}", but must be one word of lower-case letters and digits.`,
    );
  }
  const url = first("url") ?? (brand === NEUTRAL_BRAND ? EMULATOR_URL : `https://api.${brand}.com/v4`);
  return { url: safeUrl(url), brand, token: first("token") };
}

function safeUrl(given: string): string {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new ConfigurationError(
      `The base address (COMPUTE_URL, compute:url) is "${given}", which is not a URL. It looks like https://api.example.com/v4.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigurationError(
      "The base address (COMPUTE_URL, compute:url) must not hold a user name or password: the token is sent as a header.",
    );
  }
  if (!isPrivate(url)) {
    throw new ConfigurationError(
      `The base address (COMPUTE_URL, compute:url) is ${given}: the token would travel unencrypted. Use https; http is for loopback addresses only.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** Whether nobody on the network can read what is sent there. */
export function isPrivate(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

/** Whether the address is this machine's own. */
export function isLoopback(url: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}
