import type { Failure } from "../../provider/definition/types";
import type { Values } from "../../provider/definition/values";
import { differingFromListed } from "../../provider/lifecycle/object";
import { OPTIONS } from "../../provider/lifecycle/state";
import type { Account } from "../account/account";
import { writtenArguments } from "./arguments";
import type { Found } from "./found";

/** The arguments of an object as an import accepts them. */
export interface Fitted {
  readonly args: Values;
  /** What the program cannot say of the object, and why. */
  readonly problems: readonly string[];
  /** No program can declare the object. */
  readonly isUnfit?: true;
}

/**
 * The arguments to write for an object, checked as a preview of the import would check them, without a request about the object.
 * What the program may not say is left out, as long as the object can be declared without it.
 */
export function fitted(found: Found, account: Account): Promise<Fitted> {
  const { definition, id, state } = found;
  return account.on(definition, async (handlers, context) => {
    const problems: string[] = [];
    const args = writtenArguments(definition, state);
    for (;;) {
      const { failures } = await handlers.check({}, { ...args, [OPTIONS]: { import: id } }, context);
      const differences = failures.length > 0 ? [] : await differingFromListed({ definition, args, context }, state);
      const wrong = [...failures, ...differences.map(asSpelled)];
      const [first] = wrong;
      if (!first) return { args, problems };
      const byName = new Map([...wrong].reverse().map((failure) => [failure.path.split(/[.[]/)[0] ?? "", failure]));
      problems.push(...Array.from(byName.values(), ({ path, reason }) => `${path} ${reason}`));
      const names = [...byName.keys()];
      if (names.some((name) => definition.args[name]?.required === true || args[name] === undefined)) {
        return { args, problems, isUnfit: true };
      }
      for (const name of names) delete args[name];
    }
  });
}

function asSpelled(path: string): Failure {
  return { path, reason: "would be understood as another value" };
}
