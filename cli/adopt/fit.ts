import type { Definition } from "../../provider/definition/definition";
import type { Failure } from "../../provider/definition/types";
import type { Values } from "../../provider/definition/values";
import { differingFromListed, writtenArguments } from "../../provider/lifecycle/object";
import { OPTIONS } from "../../provider/lifecycle/state";
import type { OpenAccount } from "../account/account";
import type { FoundResource } from "./found";

/** Inputs that an import accepts. */
export interface Fitted {
  readonly args: Values;
  /** What the program cannot declare, and why. */
  readonly problems: readonly string[];
  /** No program can declare the resource. */
  readonly isUnfit?: true;
}

/**
 * The inputs to declare for a resource. They are validated as the preview of the import would, but without reading the resource
 * again. Omits invalid inputs if the resource can be declared without them.
 */
export function fitted(found: FoundResource, account: OpenAccount): Promise<Fitted> {
  const { definition, state, parent } = found;
  return account.on(definition, async (handlers, context) => {
    const wrongIn = async (args: Values): Promise<readonly Failure[]> => {
      const { failures } = await handlers.check({}, { ...args, [OPTIONS]: { import: found.id } }, context);
      if (failures.length > 0) return failures;
      const differing = await differingFromListed({ definition, args, context }, state);
      return differing.map((path) => ({ path, reason: "would be read back as a different value" }));
    };
    const short = writtenArguments(found);
    if ((await wrongIn(short)).length === 0) return { args: short, problems: [] };
    const full = (parent && definition.identity.normalizedIn?.(short, true)?.(parent.state)) ?? short;
    const isFullRight = full !== short && (await wrongIn(full)).length === 0;
    return isFullRight ? { args: full, problems: [] } : reduced(definition, short, wrongIn);
  });
}

/** Removes invalid inputs, or invalid members of them, until the rest is valid. */
async function reduced(
  definition: Definition,
  written: Values,
  wrongIn: (args: Values) => Promise<readonly Failure[]>,
): Promise<Fitted> {
  let args = written;
  const problems: string[] = [];
  for (;;) {
    const wrong = await wrongIn(args);
    if (wrong.length === 0) return { args, problems };
    // A list is removed as a whole, because it would have another meaning without one of its items.
    const byPart = new Map([...wrong].reverse().map((failure) => [failure.path.split("[")[0] ?? "", failure]));
    problems.push(...Array.from(byPart.values(), ({ path, reason }) => `${path} ${reason}`));
    const names = Array.from(byPart.keys(), (part) => part.split(".")[0] ?? part);
    if (names.some((name) => args[name] === undefined || isIndispensable(definition, name))) {
      // An input that is invalid even after its removal repeats its problem.
      return { args, problems: [...new Set(problems)], isUnfit: true };
    }
    for (const part of byPart.keys()) args = without(args, part.split("."));
  }
}

/** Removes the value at the path, and objects that become empty. */
function without(values: Values, [name = "", ...rest]: readonly string[]): Values {
  const { [name]: value, ...others } = values;
  if (rest.length === 0 || typeof value !== "object" || value === null) return others;
  const left = without(value as Values, rest);
  return Object.keys(left).length > 0 ? { ...values, [name]: left } : others;
}

/** Whether the program would declare a different resource without this input. */
function isIndispensable({ args, identity }: Definition, name: string): boolean {
  return args[name]?.required === true || (identity.by.includes(name) && identity.generated !== name);
}
