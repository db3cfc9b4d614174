import { ConfigurationError } from "./errors";
import { rehearsed } from "./rehearsal";
import { NEUTRAL_BRAND } from "./wire";

/** Which API to use, and the token for it. */
export interface Settings {
  readonly url: string;
  readonly brand: string;
  readonly token: string | undefined;
  /** Allows plain http to addresses beyond loopback. */
  readonly allowHttp?: true;
  /** Previews also read the live objects of what changes, and warn about what the update would overwrite. */
  readonly previewsDrift?: true;
  /** Previews end with the monthly cost of what the program declares. */
  readonly showsCost?: true;
  /** Origin of the API's former URL: resources that the state records there are in the same account. */
  readonly movedFrom?: string;
  /** Previews also read the catalogue entries of unchanged resources, and warn about those that end. */
  readonly warnsOfEnds?: true;
}

/** Settings from one source: an explicit provider, the environment, or the stack config. */
export interface SettingsSource {
  readonly url?: string | undefined;
  readonly brand?: string | undefined;
  readonly token?: string | undefined;
  /** `true` or `false`. */
  readonly allowHttp?: string | undefined;
  /** `true` or `false`. */
  readonly previewDrift?: string | undefined;
  /** `true` or `false`. */
  readonly showCost?: string | undefined;
}

/** The emulator's default URL, which is used if nothing is set. */
export const EMULATOR_URL = "http://127.0.0.1:4010/v4";

/** Brands with a known API URL. A URL guessed for any other name could leak the token to a third party. */
const KNOWN_URLS: ReadonlyMap<string, string> = new Map([
  [NEUTRAL_BRAND, EMULATOR_URL],
  ["linode", "https://api.linode.com/v4"],
]);

export const MISSING_TOKEN =
  "No access token. Set COMPUTE_TOKEN, run `pulumi config set --secret compute:token`, or pass `token` to a compute.Provider. " +
  "(`refresh` and `destroy` use the configuration of the last `up`; with --run-program, that of the program.)";

export function environmentSource(environment: NodeJS.ProcessEnv): SettingsSource {
  return {
    url: environment.COMPUTE_URL,
    brand: environment.COMPUTE_BRAND,
    token: environment.COMPUTE_TOKEN,
    allowHttp: environment.COMPUTE_ALLOW_HTTP,
    previewDrift: environment.COMPUTE_PREVIEW_DRIFT,
    showCost: environment.COMPUTE_SHOW_COST,
  };
}

/**
 * Takes each setting from the first source that has it.
 * @throws ConfigurationError if a setting is invalid, or if the brand has no default URL.
 */
export function resolveSettings(sources: readonly SettingsSource[]): Settings {
  const first = (name: keyof SettingsSource): string | undefined =>
    sources.map((source) => source[name]?.trim()).find((value) => value !== undefined && value !== "");
  const [brand = NEUTRAL_BRAND, permitted] = [first("brand"), first("allowHttp")];
  const [previewDrift, showCost] = [first("previewDrift"), first("showCost")];
  rejectInvalidSetting("brand", { brand });
  const url = first("url") ?? KNOWN_URLS.get(brand);
  if (url === undefined) throw new ConfigurationError(missingUrl(brand));
  rejectInvalidSetting("allowHttp", { allowHttp: permitted });
  rejectInvalidSetting("url", { url, allowHttp: permitted });
  rejectInvalidSetting("previewDrift", { previewDrift });
  rejectInvalidSetting("showCost", { showCost });
  const { origin, pathname } = new URL(url);
  const allowHttp = permitted === "true" ? { allowHttp: true as const } : {};
  const previewsDrift = previewDrift === "true" ? { previewsDrift: true as const } : {};
  const showsCost = showCost === "true" ? { showsCost: true as const } : {};
  const address = `${origin}${pathname.replace(/\/+$/, "")}`;
  return rehearsed({ url: address, brand, token: first("token"), ...allowHttp, ...previewsDrift, ...showsCost });
}

const SWITCH = /^(true|false)?$/;

/** The names of a setting, for messages. */
const NAMES = {
  url: "API URL (COMPUTE_URL, compute:url or the provider's `url`)",
  brand: "brand (COMPUTE_BRAND, compute:brand or the provider's `brand`)",
  allowHttp: "value of COMPUTE_ALLOW_HTTP or compute:allowHttp",
  previewDrift: "value of COMPUTE_PREVIEW_DRIFT or compute:previewDrift",
  showCost: "value of COMPUTE_SHOW_COST or compute:showCost",
};

function rejectInvalidSetting(name: keyof typeof NAMES, given: SettingsSource): void {
  const problem = settingProblem(name, given);
  if (problem !== undefined) throw new ConfigurationError(`Invalid ${NAMES[name]}: ${problem}`);
}

/** Why the setting is invalid, and what to do. The text shows its value unless it has a password. */
export function settingProblem(
  name: keyof typeof NAMES,
  { url = "", brand = "", allowHttp = "", ...switches }: SettingsSource,
): string | undefined {
  if (name === "url") return urlProblem(url.trim(), allowHttp.trim() === "true");
  if (name === "brand") {
    if (/^([a-z][a-z0-9-]*)?$/.test(brand.trim())) return undefined;
    return `"${brand}" is not a valid brand. Use lowercase letters, digits and hyphens, starting with a letter.`;
  }
  const given = { allowHttp, ...switches }[name] ?? "";
  return SWITCH.test(given.trim()) ? undefined : `"${given}" is neither true nor false.`;
}

function urlProblem(given: string, allowHttp: boolean): string | undefined {
  if (given === "") return undefined;
  if (!URL.canParse(given)) return `"${given}" is not a URL. Use one such as https://api.example.com/v4.`;
  const url = new URL(given);
  if (url.username !== "" || url.password !== "")
    return "Remove the user name and password. The token is sent in a header.";
  if (isUrlPermitted(url, allowHttp)) return undefined;
  return (
    `${given} would send the token in clear text. Use https; without it, only loopback addresses are allowed.` +
    howToPermitHttp(url)
  );
}

/** Whether to warn of what ends. Nothing in the state depends on it, and few commands need it, so no stack config has it. */
export function warnsOfEndsIn({
  COMPUTE_WARN_END_OF_LIFE: given = "",
}: NodeJS.ProcessEnv): Pick<Settings, "warnsOfEnds"> {
  const value = given.trim();
  if (!SWITCH.test(value)) {
    throw new ConfigurationError(`Invalid COMPUTE_WARN_END_OF_LIFE "${value}". Use true or false.`);
  }
  return value === "true" ? { warnsOfEnds: true } : {};
}

/** The origin of the API's former URL, if the environment names one. It is needed once, so no stack config has it. */
export function movedFromIn({ COMPUTE_MOVED_FROM: given }: NodeJS.ProcessEnv): Pick<Settings, "movedFrom"> {
  const url = given?.trim();
  if (url === undefined || url === "") return {};
  if (URL.canParse(url)) return { movedFrom: new URL(url).origin };
  throw new ConfigurationError(
    `Invalid COMPUTE_MOVED_FROM "${url}". Use the former API URL, such as https://api.example.com/v4.`,
  );
}

function missingUrl(brand: string): string {
  return (
    `Brand "${brand}" has no default URL. Set COMPUTE_URL, run \`pulumi config set compute:url https://api.…/v4\`, or pass ` +
    "`url` to a compute.Provider. (`refresh` and `destroy` need COMPUTE_URL.)"
  );
}

/** Whether data may be sent to the URL: it is encrypted, stays on this machine, or the user allows plain http. */
export function isUrlPermitted(url: URL, allowHttp: boolean): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && (allowHttp || isLoopback(url)));
}

/** How to allow plain http to the URL, as a further sentence; empty for any other scheme. */
export function howToPermitHttp({ protocol }: URL): string {
  if (protocol !== "http:") return "";
  return (
    " On a trusted network, allow http with `pulumi config set compute:allowHttp true`, COMPUTE_ALLOW_HTTP=true, or " +
    "`allowHttp` of the compute.Provider."
  );
}

export function isLoopback(url: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}
