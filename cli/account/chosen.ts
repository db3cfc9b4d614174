import { ConfigurationError } from "../../provider/api/errors";
import type { Settings } from "../../provider/api/settings";
import { CONFIG_KEYS } from "../../provider/shared/process-settings";
import { settingsOf } from "./settings";
import type { StackProvider, StackResource } from "../state/stack-state";

/** What stacks have, and the default provider of their config. */
interface Known {
  readonly resources: readonly StackResource[];
  readonly configured?: StackProvider | undefined;
}

/**
 * Settings of the account to read: the environment's, completed by those of the default provider. If neither has a token, the
 * account that all resources of the given stacks share.
 * @throws ConfigurationError if there is no token, or if the stacks use several accounts
 */
export function accountSettings({ resources, configured }: Known, environment: NodeJS.ProcessEnv): Settings {
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
