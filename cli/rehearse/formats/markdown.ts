import { code } from "../../drift/formats/markdown/escape";
import type { Report } from "../report";
import { duration, headline, requests, time, title, unread } from "./words";

const LONGEST = 500;

/** For a pull request. */
export function markdown(report: Report): string {
  const { operations, accounts, errors, warnings, leftover, faults = [] } = report;
  const rows = operations.map((operation, index) => {
    const { inputs, waits, loses, down, rejected } = operation;
    const notes = [
      rejected === undefined ? "" : `**rejected:** ${code(rejected, LONGEST)}`,
      loses === undefined ? "" : `**lost:** ${loses}`,
      down === undefined ? "" : `not available${down.mostSec > 0 ? ` for ${time(down)}` : " meanwhile"}`,
    ].filter(Boolean);
    const cells = [title(operation), inputs.join(", "), waits && waits.mostSec > 0 ? time(waits) : ""].map((text) =>
      text === "" ? "" : code(text, LONGEST),
    );
    return `| ${index + 1} | ${[...cells, notes.join("<br>")].join(" | ")} |`;
  });
  const list = [
    ...errors.map((text) => `Error: ${text}`),
    ...warnings.map((text) => `Warning: ${text}`),
    ...leftover.preview.map((text) => `Left after the update: ${text}`),
    ...leftover.refresh.map((text) => `A refresh finds: ${text}`),
    ...faults.map(
      ({ exchange, recovered, differences }) =>
        `Killed after ${exchange}: ${recovered ? "the next update completes it" : `the next update does not: ${differences.join("; ")}`}`,
    ),
    ...unread(report),
    ...(operations.length > 0 ? [`It takes ${duration(report)}.`] : []),
    ...accounts.filter((account) => account.requests > 0).map((account) => `${requests(account)}.`),
  ];
  return [
    `**${headline(report)}**`,
    ...(rows.length > 0 ? ["", "| | change | inputs | time | |", "|--:|---|---|---|---|", ...rows] : []),
    ...(list.length > 0 ? ["", ...list.map((text) => `- ${code(text, LONGEST)}`)] : []),
    "",
  ].join("\n");
}
