import { code } from "../../drift/formats/markdown/escape";
import type { Report } from "../report";
import { facts, figures, headline, notes, remarks, title } from "./words";

/** A workflow finds its earlier comment by this line. */
const MARKER = "<!-- pulumi-compute rehearse -->";

const LONGEST = 500;

/** For a pull request. */
export function markdown(report: Report): string {
  const rows = report.operations.map((operation, index) => {
    const cells = [title(operation), ...facts(operation), notes(operation).join("; ")];
    return `| ${index + 1} | ${cells.map(inCode).join(" | ")} |`;
  });
  const head = ["|   | change | inputs | time | monthly | |", "| --: | --- | --- | --- | --- | --- |"];
  const blocks = [
    [MARKER, `**${headline(report)}**`],
    rows.length > 0 ? [...head, ...rows] : [],
    [...figures(report), ...remarks(report)].map((text) => `- ${inCode(text)}`),
  ];
  const shown = blocks.filter(({ length }) => length > 0).map((lines) => lines.join("\n"));
  return `${shown.join("\n\n")}\n`;
}

function inCode(text: string): string {
  return text === "" ? "" : code(text, LONGEST);
}
