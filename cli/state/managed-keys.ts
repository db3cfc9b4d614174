import { handlersFor } from "../../provider/lifecycle/handlers";
import { kindOf } from "./kind-of";
import type { StackResource } from "./stack-state";

/** A resource and the API URL of its account, undefined if unknown. */
export interface Placed {
  readonly resource: StackResource;
  readonly url: string | undefined;
}

/**
 * Keys of the cloud resources that the stacks manage at this API URL, whatever their tokens are: IDs are unique within an API.
 * Includes resources whose API URL is unknown.
 */
export function managedKeys(placed: readonly Placed[], url: string): ReadonlySet<string> {
  const ofAccount = placed.filter((one) => one.url === undefined || one.url === url);
  return new Set(
    ofAccount.flatMap(({ resource }) => {
      const { id, state } = resource;
      const definition = kindOf(resource);
      return definition ? handlersFor(definition).objectKeys({ id, state }) : [];
    }),
  );
}
