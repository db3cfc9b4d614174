import type { Definition } from "../../../provider/definition/definition";
import { identifierFrom, numbered } from "../../typescript/identifiers";
import { managedAs } from "../../../provider/resources/registry";
import { nameIn } from "../../../provider/shared/exported-state";
import type { ExportedResource } from "../../../provider/shared/exported-state";
import { provider } from "../bridged";
import type { DeclaredInputs } from "../bridged";
import type { BridgedStack } from "../stack";

/** A resource of the stack that the program declares. */
export interface Declared {
  readonly resource: ExportedResource;
  readonly variable: string;
  /** What this package declares about it, if it moves. */
  readonly here: DeclaredInputs | Definition | undefined;
}

/**
 * The resources, each with a variable of its own.
 * @param outputs names of other variables
 */
export function withVariables(
  resources: readonly ExportedResource[],
  outputs: readonly string[],
  { moves, movesProviders }: BridgedStack,
): Declared[] {
  const taken = new Set([...outputs, ...resources.map(({ type }) => type.split(":", 1).join())]);
  return resources.map((resource) => {
    const { type, urn } = resource;
    const kind = type.split(":").at(-1) ?? "";
    const wish = identifierFrom(nameIn(urn), kind);
    const others = [wish, identifierFrom(`${nameIn(urn)}-${kind}`, kind)];
    const variable = others.find((name) => !taken.has(name)) ?? numbered(wish, taken);
    taken.add(variable);
    const ofProvider = type === provider.bridged?.type && movesProviders ? provider : undefined;
    return { resource, variable, here: moves.includes(resource) ? managedAs(type) : ofProvider };
  });
}
