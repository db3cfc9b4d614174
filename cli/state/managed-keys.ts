import { handlersFor } from "../../provider/lifecycle/handlers";
import { kindOf } from "./kind-of";
import type { StackResource } from "./stack-state";

/** A resource, and the address of its account; undefined where that is not known. */
export interface Placed {
  readonly resource: StackResource;
  readonly url: string | undefined;
}

/** Which objects of an account the stacks manage: ids are unique within a service, whatever token sees them. */
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
