import type { Definition } from "../../provider/definition/definition";
import { isSet } from "../../provider/definition/definition";

/** What every file of the program begins with. */
export const HEADER: readonly string[] = [
  "Written by `pulumi-compute adopt`. `pulumi up` takes over what exists and changes nothing at the service.",
  "After that, the `import` options can be removed; while they are there, a change that replaces something is refused.",
];

/** What the service does not show of objects of these kinds. */
export function aboutKinds(definitions: readonly Definition[]): string[] {
  return [...new Set(definitions)].flatMap((definition) => {
    const notShown = Object.keys(definition.args).filter((name) => {
      const rule = definition.args[name];
      return rule?.writeOnly && rule.sent?.in !== "origin";
    });
    if (isSet(definition) || notShown.length === 0) return [];
    const secrets = notShown.filter((name) => definition.args[name]?.secret && definition.args[name].required);
    return [
      `${definition.kind}: the service does not show ${notShown.join(", ")}.`,
      ...secrets.map(
        (name) =>
          `The import does not send the ${name} from the configuration; a later change of it changes that of these objects.`,
      ),
    ];
  });
}
