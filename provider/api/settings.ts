import { ConfigurationError } from "./errors";
import { rehearsed } from "./rehearsal";
import { NEUTRAL_BRAND } from "./wire";

/** What can set a setting besides the stack config. */
type Origin = "provider" | "environment";

/** Which API to use, and the token for it. */
export interface Settings {
  readonly url: string;
  readonly brand: string;
  readonly token: string | undefined;
  /** Where these are from; absent for what the stack config has, and for what nothing sets. */
  readonly from?: SettingOrigins;
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

type SettingOrigins = Readonly<Partial<Record<SettingName, Origin>>>;

/** Settings from one source. */
export interface SettingsSource {
  /** Omitted for the stack config. */
  readonly origin?: Origin;
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

export type SettingName = Exclude<keyof SettingsSource, "origin">;

/** The names of each setting besides that of the provider's input. */
export const SETTING_NAMES: Readonly<Record<SettingName, { readonly variable: string; readonly key: string }>> = {
  token: { variable: "COMPUTE_TOKEN", key: "compute:token" },
  url: { variable: "COMPUTE_URL", key: "compute:url" },
  brand: { variable: "COMPUTE_BRAND", key: "compute:brand" },
  allowHttp: { variable: "COMPUTE_ALLOW_HTTP", key: "compute:allowHttp" },
  previewDrift: { variable: "COMPUTE_PREVIEW_DRIFT", key: "compute:previewDrift" },
  showCost: { variable: "COMPUTE_SHOW_COST", key: "compute:showCost" },
};

/** What has the value of a setting, for messages. */
function nameOf(setting: SettingName, origin: Origin | undefined): string {
  const { variable, key } = SETTING_NAMES[setting];
  if (origin === undefined) return key;
  return origin === "environment" ? variable : `\`${setting}\` of the compute.Provider`;
}

/** What changes a setting, for remedies: what has its value now, or what takes precedence over that. */
export function setBy(setting: SettingName, from: SettingOrigins = {}): string {
  const name = nameOf(setting, from[setting]);
  return from[setting] === undefined ? `${name} or ${SETTING_NAMES[setting].variable}` : name;
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
  const given = Object.entries(SETTING_NAMES).map(([name, { variable }]) => [name, environment[variable]] as const);
  return { origin: "environment", ...Object.fromEntries(given) };
}

/**
 * Takes each setting from the first source that has it.
 * @throws ConfigurationError if a setting is invalid, or if the brand has no default URL.
 */
export function resolveSettings(sources: readonly SettingsSource[]): Settings {
  const sourceWith = (name: SettingName) => sources.find((source) => (source[name]?.trim() ?? "") !== "");
  const first = (name: SettingName): string | undefined => sourceWith(name)?.[name]?.trim();
  const origins = (Object.keys(SETTING_NAMES) as SettingName[]).flatMap((name) => {
    const origin = sourceWith(name)?.origin;
    return origin === undefined ? [] : [[name, origin] as const];
  });
  const from: SettingOrigins = Object.fromEntries(origins);
  const [brand = NEUTRAL_BRAND, permitted] = [first("brand"), first("allowHttp")];
  const [previewDrift, showCost] = [first("previewDrift"), first("showCost")];
  rejectInvalidSetting("brand", { brand }, from);
  const url = first("url") ?? KNOWN_URLS.get(brand);
  if (url === undefined) throw new ConfigurationError(missingUrl(brand));
  rejectInvalidSetting("allowHttp", { allowHttp: permitted }, from);
  rejectInvalidSetting("url", { url, allowHttp: permitted }, from);
  rejectInvalidSetting("previewDrift", { previewDrift }, from);
  rejectInvalidSetting("showCost", { showCost }, from);
  const { origin, pathname } = new URL(url);
  const allowHttp = permitted === "true" ? { allowHttp: true as const } : {};
  const previewsDrift = previewDrift === "true" ? { previewsDrift: true as const } : {};
  const showsCost = showCost === "true" ? { showsCost: true as const } : {};
  const address = `${origin}${pathname.replace(/\/+$/, "")}`;
  const shownFrom = origins.length > 0 ? { from } : {};
  const switches = { ...allowHttp, ...previewsDrift, ...showsCost };
  return rehearsed({ url: address, brand, token: first("token"), ...switches, ...shownFrom });
}

const SWITCH = /^(true|false)?$/;

type CheckedName = Exclude<SettingName, "token">;

function rejectInvalidSetting(name: CheckedName, given: SettingsSource, from: SettingOrigins): void {
  const problem = settingProblem(name, given, from);
  if (problem !== undefined) throw new ConfigurationError(`Invalid ${nameOf(name, from[name])}: ${problem}`);
}

/** Why the setting is invalid, and what to do. The text shows its value unless it has a password. */
export function settingProblem(
  name: CheckedName,
  { url = "", brand = "", allowHttp = "", ...switches }: SettingsSource,
  from: SettingOrigins = {},
): string | undefined {
  if (name === "url") return urlProblem(url.trim(), { allowHttp: allowHttp.trim() === "true", from });
  if (name === "brand") {
    if (/^([a-z][a-z0-9-]*)?$/.test(brand.trim())) return undefined;
    return `"${brand}" is not a valid brand. Use lowercase letters, digits and hyphens, starting with a letter.`;
  }
  const given = { allowHttp, ...switches }[name] ?? "";
  return SWITCH.test(given.trim()) ? undefined : `"${given}" is neither true nor false.`;
}

function urlProblem(given: string, permitted: PermittedHttp): string | undefined {
  if (given === "") return undefined;
  if (!URL.canParse(given)) return `"${given}" is not a URL. Use one such as https://api.example.com/v4.`;
  const url = new URL(given);
  if (url.username !== "" || url.password !== "")
    return "Remove the user name and password. The token is sent in a header.";
  if (isUrlPermitted(url, permitted)) return undefined;
  return (
    `${given} would send the token in clear text. Use https; without it, only loopback addresses are allowed.` +
    howToPermitHttp(url, permitted)
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

export interface PermittedHttp extends Pick<Settings, "from"> {
  readonly allowHttp?: boolean;
}

/** Whether data may be sent to the URL: it is encrypted, stays on this machine, or the user allows plain http. */
export function isUrlPermitted(url: URL, { allowHttp = false }: PermittedHttp): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && (allowHttp || isLoopback(url)));
}

/** How to allow plain http to the URL, as a further sentence; empty for any other scheme. */
export function howToPermitHttp({ protocol }: URL, { from }: PermittedHttp): string {
  if (protocol !== "http:") return "";
  if (from?.allowHttp !== undefined) return ` On a trusted network, set ${setBy("allowHttp", from)} to true.`;
  return (
    " On a trusted network, allow http with `pulumi config set compute:allowHttp true`, COMPUTE_ALLOW_HTTP=true, or " +
    "`allowHttp` of the compute.Provider."
  );
}

export function isLoopback(url: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}
