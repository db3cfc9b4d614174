import { ConfigurationError } from "../../provider/api/errors";
import type { Settings } from "../../provider/api/settings";
import { accountKey, openAccount } from "./account";
import type { OpenAccount, AccountOptions } from "./account";
import { settingsOf } from "./settings";
import type { StackResource, StackState } from "../state/stack-state";

/** How to find the accounts of the stacks and send requests to them. */
export interface GroupOptions extends AccountOptions {
  readonly environment: NodeJS.ProcessEnv;
}

/** A resource and the API URL that its settings lead to, undefined if unknown. */
export interface Placed {
  readonly resource: StackResource;
  readonly url: string | undefined;
}

/** The stacks' resources in one account. */
export interface AccountGroup {
  readonly account: OpenAccount;
  /** Names of the resources' providers. */
  readonly providers: Set<string>;
  readonly resources: StackResource[];
}

export interface Groups {
  readonly groups: readonly AccountGroup[];
  readonly placed: readonly Placed[];
  /** Resources whose account is unknown, and why. */
  readonly lost: readonly (readonly [StackResource, reason: string])[];
}

/** The default settings could lead to another account. */
const NOT_OURS =
  "In the state, its provider is missing or that of another package, as after an interrupted move. Run `pulumi up`, which completes it.";

/** Groups the resources by account. If there are none, uses the accounts from the environment and the stack config. */
export function groupByAccount(stacks: readonly StackState[], options: GroupOptions): Groups {
  const resources = stacks.flatMap((stack) => stack.resources);
  const groups = new Map<string, AccountGroup>();
  const placed: Placed[] = [];
  const lost: [StackResource, string][] = [];
  const groupOf = (settings: Settings): AccountGroup => {
    const key = accountKey(settings);
    const known = groups.get(key);
    if (known) return known;
    const group = { account: openAccount(settings, options), providers: new Set<string>(), resources: [] };
    groups.set(key, group);
    return group;
  };
  for (const resource of resources) {
    try {
      if (!resource.provider) throw new ConfigurationError(NOT_OURS);
      const settings = settingsOf(resource.provider, options.environment);
      const group = groupOf(settings);
      group.resources.push(resource);
      group.providers.add(resource.provider?.name ?? "default");
      placed.push({ resource, url: settings.url });
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      placed.push({ resource, url: undefined });
      lost.push([resource, error.message]);
    }
  }
  if (resources.length === 0) {
    const configured = stacks.length === 0 ? [undefined] : stacks.map((stack) => stack.configured);
    for (const provider of configured) groupOf(settingsOf(provider, options.environment));
  }
  return { groups: [...groups.values()], placed, lost };
}
