import type { Definition } from "../../provider/definition/definition";
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
  const { definition, state, parent } = found;
  const { expandNames } = definition.identity;
  return account.on(definition, async (handlers, context) => {
    const wrongIn = async (args: Values): Promise<readonly Failure[]> => {
      const { failures } = await handlers.check({}, { ...args, [OPTIONS]: { import: found.id } }, context);
      if (failures.length > 0) return failures;
      const differing = await differingFromListed({ definition, args, context }, state);
      return differing.map((path) => ({ path, reason: "would be read back as a different value" }));
    };
    const short = writtenArguments(found);
    if ((await wrongIn(short)).length === 0) return { args: short, problems: [] };
    const full = expandNames && parent ? expandNames(short, parent.state) : short;
    const isFullRight = full !== short && (await wrongIn(full)).length === 0;
    return isFullRight ? { args: full, problems: [] } : reduced(definition, short, wrongIn);
  });
}

/** Leaves out one wrong argument, or part of one, after the other. */
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
    // A list without one of its items would be another value.
    const byPart = new Map([...wrong].reverse().map((failure) => [failure.path.split("[")[0] ?? "", failure]));
    problems.push(...Array.from(byPart.values(), ({ path, reason }) => `${path} ${reason}`));
    const names = Array.from(byPart.keys(), (part) => part.split(".")[0] ?? part);
    if (names.some((name) => args[name] === undefined || isIndispensable(definition, name))) {
      // Leaving an input out may only repeat its problem.
      return { args, problems: [...new Set(problems)], isUnfit: true };
    }
    for (const part of byPart.keys()) args = without(args, part.split("."));
  }
}

/** The values without what the path leads to, and without objects that are empty then. */
function without(values: Values, [name = "", ...rest]: readonly string[]): Values {
  const { [name]: value, ...others } = values;
  if (rest.length === 0 || typeof value !== "object" || value === null) return others;
  const left = without(value as Values, rest);
  return Object.keys(left).length > 0 ? { ...values, [name]: left } : others;
}

/** Without it, the program would declare another object. */
function isIndispensable({ args, identity }: Definition, name: string): boolean {
  return args[name]?.required === true || (identity.by.includes(name) && identity.generated !== name);
}
