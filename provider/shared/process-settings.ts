import type * as pulumi from "@pulumi/pulumi";
import { environmentSource, movedFromIn, resolveSettings } from "../api/settings";
import type { Settings, SettingsSource } from "../api/settings";

/** Configuration keys. `explicit` marks the inputs of a `compute.Provider`; the keys `stack…` carry the stack config along with them. */
export const CONFIG_KEYS = {
  token: "compute:token",
  url: "compute:url",
  brand: "compute:brand",
  allowHttp: "compute:allowHttp",
  explicit: "compute:explicit",
  stackToken: "compute:stackToken",
  stackUrl: "compute:stackUrl",
  stackBrand: "compute:stackBrand",
  stackAllowHttp: "compute:stackAllowHttp",
} as const;

type Get = (key: string) => string | undefined;

/**
 * The settings of this process, in order of precedence: the inputs of an explicit provider, the environment, the stack config. The
 * environment takes precedence over the stack config because a refresh or destroy gets the configuration of the last `up`, so only
 * the environment can provide a token that has changed since.
 */
export function settingsFrom(get: Get, environment: NodeJS.ProcessEnv): Settings {
  const given: SettingsSource = {
    token: get(CONFIG_KEYS.token),
    url: get(CONFIG_KEYS.url),
    brand: get(CONFIG_KEYS.brand),
    allowHttp: get(CONFIG_KEYS.allowHttp),
  };
  const fromEnvironment = environmentSource(environment);
  const moved = movedFromIn(environment);
  if (get(CONFIG_KEYS.explicit) === undefined) return { ...resolveSettings([fromEnvironment, given]), ...moved };
  const stack: SettingsSource = {
    token: get(CONFIG_KEYS.stackToken),
    url: get(CONFIG_KEYS.stackUrl),
    brand: get(CONFIG_KEYS.stackBrand),
    allowHttp: get(CONFIG_KEYS.stackAllowHttp),
  };
  return { ...resolveSettings([given, fromEnvironment, stack]), ...moved };
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
  return (key) => {
    const value: unknown = config?.get(key);
    return typeof value === "string" ? value : undefined;
  };
}
