import type { ResourceDeclaration, SourceFile } from "../code";
import { comment, literal, widthOf, WIDTH } from "./text";
import { printed, properties } from "./values";

export function printFile({ comments, imports, loads, usesConfig, declarations }: SourceFile): string {
  const head = [
    ...(declarations.length > 0 ? ['import * as compute from "pulumi-compute";'] : []),
    ...(usesConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    ...Array.from(imports, ([file, names]) => importOf(file, names)),
    ...loads.map((file) => `import ${literal(`./${file}`)};`),
  ];
  const blocks = [
    [...comments.map(comment), ...head].join("\n"),
    ...(usesConfig ? ["const config = new pulumi.Config();"] : []),
    ...declarations.map(printDeclaration),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function importOf(file: string, names: readonly string[]): string {
  const from = `from ${literal(`./${file}`)};`;
  const short = `import { ${names.join(", ")} } ${from}`;
  if (names.length === 1 || widthOf(short) <= WIDTH) return short;
  return `import {\n${names.map((name) => `  ${name},\n`).join("")}} ${from}`;
}

function printDeclaration({ importId, options, ...one }: ResourceDeclaration): string {
  const { kind, name, variable, isExported, args, comments } = one;
  const held = variable === undefined ? "" : `${isExported ? "export " : ""}const ${variable} = `;
  return [
    ...comments.map(comment),
    `${held}new compute.${kind}(`,
    `  ${literal(name)},`,
    "  {",
    properties(args, "    "),
    "  },",
    `  ${printed({ import: importId, ...options }, "  ", widthOf("  ,"))},`,
    ");",
  ].join("\n");
}
