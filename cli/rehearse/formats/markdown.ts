import { code } from "../../drift/formats/markdown/escape";
import type { Report } from "../report";
import { effects, facts, FACTS, figures, figureText, headline, mainParts, otherParts, textOf, title } from "./words";
import type { Part } from "./words";

/** A workflow finds its earlier comment by this line. */
const MARKER = "<!-- pulumi-compute rehearse -->";

const LONGEST = 500;

/** For a pull request. */
export function markdown(report: Report): string {
  const rows = report.operations.map((operation, index) => {
    const cells = [title(operation), ...facts(operation), effects(operation).join(", ")];
    return `| ${index + 1} | ${cells.map(inCode).join(" | ")} |`;
  });
  const columns = ["", "Change", ...FACTS, "Effect"];
  const head = [
    `| ${columns.join(" | ")} |`,
    `| ${columns.map((name) => (name === "" ? "--:" : "---")).join(" | ")} |`,
  ];
  const blocks = [
    [MARKER, `### ${headline(report)}`],
    ...mainParts(report).map(partLines),
    ...figures(report).map((one) => [`**${one.title}:** ${inCode(figureText(one))}`]),
    rows.length > 0 ? [...head, ...rows] : [],
    ...otherParts(report).map(partLines),
  ];
  const shown = blocks.filter(({ length }) => length > 0).map((lines) => lines.join("\n"));
  return `${shown.join("\n\n")}\n`;
}

function partLines({ title: name, statements }: Part): string[] {
  return [`**${name} (${statements.length})**`, "", ...statements.map((one) => `- ${inCode(textOf(one))}`)];
}

function inCode(text: string): string {
  return text === "" ? "" : code(text, LONGEST);
}
