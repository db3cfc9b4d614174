import { digestOf } from "../../definition/digest";
import { effectiveValue, inputsThatReplace } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { UNKNOWN, hasUnknown } from "../../definition/values";
import { comparable, optionsOf, organizationOf } from "../state";

const LONGEST_NAME = 32 - 9;

/**
 * The name of a remote resource for which the program gives none: the resource's name, and a hash of its URN and of the inputs that force a
 * replacement. After a crash, the same declaration yields the same name, so that its remote resource is found; a replacement yields
 * another. At most 32 characters, which all resource types allow.
 */
export function generatedName(definition: Definition, args: Values): unknown {
  const replacing = inputsThatReplace(definition).filter((name) => !definition.args[name]?.secret);
  if (hasUnknown(replacing.map((name) => args[name]))) return UNKNOWN;
  const parts = replacing.map(
    (name) => comparable(definition.args[name], effectiveValue(definition, name, args), args) ?? null,
  );
  const options = optionsOf(args);
  const { urn = "" } = options;
  const hash = digestOf([organizationOf(options), urn, parts], 8);
  const name = urn.slice(urn.lastIndexOf("::") + 2);
  const letters = name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+/, "");
  return `${letters.slice(0, LONGEST_NAME).replace(/-+$/, "") || definition.kind.toLowerCase()}-${hash}`;
}
