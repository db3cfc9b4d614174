import type * as pulumi from "@pulumi/pulumi";
import { ConfigurationError } from "../api/errors";
import { environmentSource, movedFromIn, resolveSettings, warnsOfEndsIn } from "../api/settings";
import type { Settings, SettingsSource } from "../api/settings";

/** Configuration keys. `explicit` marks the inputs of a `compute.Provider`; the keys `stack…` carry the stack config along with them. */
export const CONFIG_KEYS = {
  token: "compute:token",
  url: "compute:url",
  brand: "compute:brand",
  allowHttp: "compute:allowHttp",
  previewDrift: "compute:previewDrift",
  showCost: "compute:showCost",
  explicit: "compute:explicit",
  stackToken: "compute:stackToken",
  stackUrl: "compute:stackUrl",
  stackBrand: "compute:stackBrand",
  stackAllowHttp: "compute:stackAllowHttp",
  stackPreviewDrift: "compute:stackPreviewDrift",
  stackShowCost: "compute:stackShowCost",
} as const;

type Get = (key: string) => unknown;

/**
 * The settings of this process, in order of precedence: the inputs of an explicit provider, the environment, the stack config. The
 * environment takes precedence over the stack config because a refresh or destroy gets the configuration of the last `up`, so only
 * the environment can provide a token that has changed since.
 */
export function settingsFrom(get: Get, environment: NodeJS.ProcessEnv): Settings {
  const isExplicit = get(CONFIG_KEYS.explicit) !== undefined;
  const given = sourceFrom({
    ...(isExplicit && { origin: "provider" }),
    token: get(CONFIG_KEYS.token),
    url: get(CONFIG_KEYS.url),
    brand: get(CONFIG_KEYS.brand),
    allowHttp: get(CONFIG_KEYS.allowHttp),
    previewDrift: get(CONFIG_KEYS.previewDrift),
    showCost: get(CONFIG_KEYS.showCost),
  });
  const fromEnvironment = environmentSource(environment);
  const ofCommand = { ...movedFromIn(environment), ...warnsOfEndsIn(environment) };
  if (!isExplicit) return { ...resolveSettings([fromEnvironment, given]), ...ofCommand };
  const stack = sourceFrom({
    token: get(CONFIG_KEYS.stackToken),
    url: get(CONFIG_KEYS.stackUrl),
    brand: get(CONFIG_KEYS.stackBrand),
    allowHttp: get(CONFIG_KEYS.stackAllowHttp),
    previewDrift: get(CONFIG_KEYS.stackPreviewDrift),
    showCost: get(CONFIG_KEYS.stackShowCost),
  });
  return { ...resolveSettings([given, fromEnvironment, stack]), ...ofCommand };
}

/** @throws ConfigurationError if one of the settings is not a string */
export function sourceFrom(given: Readonly<Partial<Record<keyof SettingsSource, unknown>>>): SettingsSource {
  const entries = Object.entries(given);
  // Whatever else is not a string is unknown in a preview.
  const wrong = entries.flatMap(([name, value]) => (typeof value === "number" ? [name] : []));
  if (wrong.length > 0) throw new ConfigurationError(`Invalid ${wrong.join(", ")} of the provider: must be a string.`);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}

/**
 * Whether the engine made this provider of the native plugin from the stack config. Its name is then `default`, with the plugin's version and
 * download URL if the engine knows them, and it has no parent.
 * @param version from the provider's inputs
 */
export function isDefaultProvider(urn: string, version: unknown): boolean {
  const name = /^urn:pulumi:[^:]*::[^:]*::pulumi:providers:compute::(default.*?)(_[a-z]+_\/.*)?$/.exec(urn)?.[1];
  const parts = typeof version === "string" && version !== "" ? version.replace("-", ".").split(/[.+]/) : [];
  return name === ["default", ...parts].join("_");
}

export function configReader(config: pulumi.dynamic.Config | undefined): Get {
  return (key): unknown => config?.get(key);
}
