import { checkValues } from "../../provider/definition/check-values";
import type { Failure } from "../../provider/definition/types";
import type { Values } from "../../provider/definition/values";
import type { DeclaredInputs } from "./bridged";

/** What inputs of the bridged provider need, under their names here. */
export interface Corrections {
  /** Those that preview would reject, and that say nothing, with the reason. */
  readonly dropped: ReadonlyMap<string, string>;
  /** What the bridged provider has added itself. */
  readonly added: Values;
  /** Required secrets that it has generated. */
  readonly secrets: readonly string[];
  readonly problems: readonly Failure[];
}

/** @param values `UNKNOWN` for what only the program's run shows */
export function corrections({ args, checks, bridged }: DeclaredInputs, values: Values): Corrections {
  const { defaults = {}, values: forms = {} } = bridged ?? {};
  const added = Object.entries(defaults).filter(([name]) => values[name] === undefined);
  const dropped = new Map<string, string>();
  const secrets: string[] = [];
  const problems: Failure[] = [];
  for (const failure of checkValues({ args, checks }, values)) {
    const [name = ""] = failure.path.split(/[.[]/);
    const isGiven = name in values;
    if (failure.path in forms) continue;
    if (isGiven && isEmpty(values[name])) dropped.set(name, failure.reason);
    else if (!isGiven && args[name]?.secret) secrets.push(name);
    else problems.push(failure);
  }
  return { dropped, added: Object.fromEntries(added), secrets, problems };
}

/** Whether the bridged provider takes the value for one that is not set. */
export function isEmpty(value: unknown): boolean {
  return [undefined, false, 0, ""].includes(value as undefined) || (Array.isArray(value) && value.length === 0);
}
