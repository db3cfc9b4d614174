import { ConfigurationError } from "../../provider/api/errors";
import type { Settings } from "../../provider/api/settings";
import { CONFIG_KEYS } from "../../provider/shared/process-settings";
import { settingsOf } from "../account/settings";
import type { Managed } from "./managed";

/**
 * The account to adopt from: that of the environment or, where a token is missing there, that of the stacks that are extended.
 * @throws ConfigurationError when there is no token, or the stacks use several accounts
 */
export function accountSettings(
  { resources, configured }: Pick<Managed, "resources" | "configured">,
  environment: NodeJS.ProcessEnv,
): Settings {
  const own = resources.find(({ provider }) => provider && !(CONFIG_KEYS.explicit in provider.inputs.values));
  const settings = settingsOf(own?.provider ?? configured, environment);
  if (settings.token !== undefined) return settings;
  const used = resources.map(({ provider }) => settingsOf(provider, environment));
  const accounts = new Map(used.filter(({ token }) => token !== undefined).map((one) => [JSON.stringify(one), one]));
  const [only, ...others] = accounts.values();
  if (only && others.length === 0) return only;
  const several = others.length > 0 ? " and COMPUTE_URL: the stacks use several accounts" : "";
  throw new ConfigurationError(`No access token. Set COMPUTE_TOKEN${several}.`);
}
