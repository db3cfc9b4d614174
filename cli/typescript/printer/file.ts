import type { ResourceDeclaration, SourceFile } from "../code";
import { comment, literal, widthOf, WIDTH } from "./text";
import { printed, properties } from "./values";

export function printFile({
  comments,
  packages,
  imports,
  loads,
  usesConfig,
  declarations,
  outputs,
}: SourceFile): string {
  const head = [
    ...Array.from(packages, ([variable, name]) => `import * as ${variable} from ${literal(name)};`),
    ...Array.from(imports, ([file, names]) => importOf(file, names)),
    ...loads.map((file) => `import ${literal(`./${file}`)};`),
  ];
  const blocks = [
    [...comments.map(comment), ...head].join("\n"),
    ...(usesConfig ? ["const config = new pulumi.Config();"] : []),
    ...declarations.map(printDeclaration),
    Object.entries(outputs)
      .map(([name, value]) => `export const ${name} = ${printed(value, "", widthOf(`export const ${name} = ;`))};`)
      .join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function importOf(file: string, names: readonly string[]): string {
  const from = `from ${literal(`./${file}`)};`;
  const short = `import { ${names.join(", ")} } ${from}`;
  if (names.length === 1 || widthOf(short) <= WIDTH) return short;
  return `import {\n${names.map((name) => `  ${name},\n`).join("")}} ${from}`;
}

function printDeclaration({ comments, variable, isExported, call, ...given }: ResourceDeclaration): string {
  const held = variable === undefined ? "" : `${isExported ? "export " : ""}const ${variable} = `;
  return [...comments.map(comment), `${held}${call}(${printArguments(given, widthOf(`${held}${call}();`))});`].join(
    "\n",
  );
}

/** As Prettier formats them: an object with members has a line for each. */
function printArguments(
  { texts, args, options }: Pick<ResourceDeclaration, "texts" | "args" | "options">,
  taken: number,
): string {
  const first = texts.map(literal);
  const isEmpty = Object.keys(args ?? {}).length === 0;
  const hasOptions = Object.keys(options).length > 0;
  const object = (indent: string): string => `{\n${properties(args ?? {}, `${indent}  `)}\n${indent}}`;
  if (!isEmpty && !hasOptions && taken + widthOf(first.join(", ")) < WIDTH - 4)
    return [...first, object("")].join(", ");
  const inputs = args && (isEmpty ? "{}" : object("  "));
  const all = [
    ...first,
    ...(inputs === undefined ? [] : [inputs]),
    ...(hasOptions ? [printed(options, "  ", widthOf("  ,"))] : []),
  ];
  const line = all.join(", ");
  if (!line.includes("\n") && taken + widthOf(line) <= WIDTH) return line;
  return `\n${all.map((one) => `  ${one},\n`).join("")}`;
}
