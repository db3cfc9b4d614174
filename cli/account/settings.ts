import { ConfigurationError } from "../../provider/api/errors";
import type { Settings } from "../../provider/api/settings";
import { UNKNOWN } from "../../provider/definition/values";
import { CONFIG_KEYS, settingsFrom } from "../../provider/shared/process-settings";
import type { StackProvider } from "../state/stack-state";

/**
 * The settings that the provider process would use for this provider's resources.
 * @throws ConfigurationError if a setting is invalid, or if the token is encrypted
 */
export function settingsOf(provider: StackProvider | undefined, environment: NodeJS.ProcessEnv): Settings {
  const { get, isEncrypted, isExplicit } = inputsOf(provider);
  // A fallback to COMPUTE_TOKEN could select another account, in which all resources would seem to be deleted.
  if (isExplicit && isEncrypted(CONFIG_KEYS.token)) throw encrypted(provider, "or use --stack");
  const settings = settingsFrom(get, environment);
  const fallback = isExplicit ? CONFIG_KEYS.stackToken : CONFIG_KEYS.token;
  if (settings.token === undefined && isEncrypted(fallback))
    throw encrypted(provider, "use --stack, or set COMPUTE_TOKEN");
  return settings;
}

/**
 * The settings for what the API shows to everybody. A token that is hidden is left out, never replaced by that of another account.
 * @throws ConfigurationError if a setting is invalid, or if it is unknown where the API is
 */
export function publicSettingsOf(provider: StackProvider | undefined, environment: NodeJS.ProcessEnv): Settings {
  const { get, isEncrypted, isExplicit } = inputsOf(provider);
  const { COMPUTE_URL: url, COMPUTE_BRAND: brand } = isExplicit ? {} : environment;
  if ((!url && isEncrypted(CONFIG_KEYS.url)) || (!brand && isEncrypted(CONFIG_KEYS.brand))) {
    const name = provider?.name ?? "default";
    throw new ConfigurationError(
      `The API URL of provider "${name}" is unknown: it is secret, or the provider is not in this preview.`,
    );
  }
  const isHidden = isExplicit && isEncrypted(CONFIG_KEYS.token);
  return settingsFrom(get, isHidden ? { ...environment, COMPUTE_TOKEN: undefined } : environment);
}

function inputsOf(provider: StackProvider | undefined) {
  const values = provider?.inputs.values ?? {};
  const get = (key: string): string | undefined => {
    const value = values[key];
    return typeof value === "string" ? value : undefined;
  };
  return {
    get,
    isEncrypted: (key: string): boolean => values[key] === UNKNOWN,
    isExplicit: get(CONFIG_KEYS.explicit) !== undefined,
  };
}

function encrypted(provider: StackProvider | undefined, otherWays: string): ConfigurationError {
  const name = provider?.name ?? "default";
  return new ConfigurationError(
    `The token of provider "${name}" is encrypted in this state. Export the state with \`pulumi stack export --show-secrets\`, ` +
      `${otherWays}.`,
  );
}
