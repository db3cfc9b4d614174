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
  const values = provider?.inputs.values ?? {};
  const isEncrypted = (key: string): boolean => values[key] === UNKNOWN;
  const get = (key: string): string | undefined => {
    const value = values[key];
    return typeof value === "string" ? value : undefined;
  };
  const isExplicit = get(CONFIG_KEYS.explicit) !== undefined;
  // A fallback to COMPUTE_TOKEN could select another account, in which all resources would seem to be deleted.
  if (isExplicit && isEncrypted(CONFIG_KEYS.token)) throw encrypted(provider, "or use --stack");
  const settings = settingsFrom(get, environment);
  const fallback = isExplicit ? CONFIG_KEYS.stackToken : CONFIG_KEYS.token;
  if (settings.token === undefined && isEncrypted(fallback))
    throw encrypted(provider, "use --stack, or set COMPUTE_TOKEN");
  return settings;
}

function encrypted(provider: StackProvider | undefined, otherWays: string): ConfigurationError {
  const name = provider?.name ?? "default";
  return new ConfigurationError(
    `The token of provider "${name}" is encrypted in this state. Export the state with \`pulumi stack export --show-secrets\`, ` +
      `${otherWays}.`,
  );
}
