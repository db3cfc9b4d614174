import { isInAccount } from "../../provider/lifecycle/context";
import type { Context } from "../../provider/lifecycle/context";
import { handlersFor } from "../../provider/lifecycle/handlers";
import { appliedOf } from "../../provider/lifecycle/state";
import { CONFIG_KEYS } from "../../provider/shared/process-settings";
import { kindOf } from "../../provider/resources/registry";
import type { StackResource } from "./stack-state";

/** What stacks manage in an account, by the keys of the cloud resources. */
export interface ManagedKeys {
  readonly certain: ReadonlySet<string>;
  /** For each key of a resource whose account its state does not show, the resource. */
  readonly perhaps: ReadonlyMap<string, StackResource>;
}

/**
 * What the resources manage in the account of the context, according to the account that their states show: the settings of a provider may
 * have changed since, and may be encrypted.
 * @param isReached whether the settings of a resource without one lead to this account
 */
export function managedIn(
  context: Context,
  resources: readonly StackResource[],
  isReached: (resource: StackResource) => boolean = () => false,
): ManagedKeys {
  const certain = new Set<string>();
  const perhaps = new Map<string, StackResource>();
  for (const resource of resources) {
    const definition = kindOf(resource);
    const { id, state } = resource;
    // The settings may have changed since a state that shows an account.
    const isLedHere = appliedOf(state).account === undefined && (isReached(resource) || isAtUrl(resource, context));
    const isHere = isLedHere || isInAccount(state, context);
    if (!definition || isHere === false) continue;
    for (const key of handlersFor(definition).objectKeys({ id, state })) {
      if (isHere) certain.add(key);
      else perhaps.set(key, resource);
    }
  }
  return { certain, perhaps };
}

/**
 * Only an explicit provider has the URL that was used for certain: the environment takes precedence over the stack config. A bridged one without
 * a URL leads to the account that the resources move to.
 */
function isAtUrl({ provider }: StackResource, { address }: Context): boolean {
  const { [CONFIG_KEYS.explicit]: explicit, [CONFIG_KEYS.url]: url } = provider?.inputs.values ?? {};
  if (provider?.isBridged && url === undefined) return true;
  if (explicit === undefined || typeof url !== "string" || !URL.canParse(url)) return false;
  return new URL(url).origin === new URL(address.url).origin;
}

/** Why it is unknown whether the resource of a stack is the one in the account; follows "but". */
export function mayBeManaged({ stack, name }: StackResource): string {
  return `stack ${stack} has ${name} with this ID, and its state does not show the account (\`pulumi refresh\` there records it)`;
}
