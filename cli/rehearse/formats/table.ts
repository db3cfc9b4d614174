import { printable } from "../../printable";
import type { Operation, Report } from "../report";
import { duration, headline, requests, time, title, unread } from "./words";

/** For terminals: what happens, in order, then the outcome. */
export function table(report: Report): string {
  const { operations, accounts, errors, warnings, leftover, faults = [] } = report;
  const width = Math.max(0, ...operations.map((one) => title(one).length));
  const lines = [
    ...operations.flatMap((operation, index) => operationLines(operation, index + 1, width)),
    ...errors.map((text) => `error: ${text}`),
    ...warnings.map((text) => `warning: ${text}`),
    ...leftover.preview.map((text) => `left after the update: ${text}`),
    ...leftover.refresh.map((text) => `a refresh finds: ${text}`),
    ...faults.map(
      ({ exchange, recovered, differences }) =>
        `killed after ${exchange}: ${recovered ? "the next update completes it" : `the next update does not: ${differences.join("; ")}`}`,
    ),
    ...unread(report),
    "",
    headline(report),
    ...(operations.length > 0 ? [`It takes ${duration(report)}.`] : []),
    ...accounts.filter((account) => account.requests > 0).map((account) => `${requests(account)}.`),
  ];
  return `${lines
    .map((line) => printable(line))
    .join("\n")
    .trimStart()}\n`;
}

function operationLines(operation: Operation, number: number, width: number): string[] {
  const { inputs, waits, loses, down, rejected } = operation;
  const facts = [waits && waits.mostSec > 0 ? time(waits) : "", inputs.length > 0 ? inputs.join(", ") : ""].filter(
    Boolean,
  );
  return [
    `${String(number).padStart(3)}  ${title(operation).padEnd(width)}  ${facts.join("  ")}`.trimEnd(),
    ...(rejected === undefined ? [] : rejected.split("\n").map((line) => `     rejected: ${line}`)),
    ...(loses === undefined ? [] : [`     lost: ${loses}`]),
    ...(down === undefined ? [] : [`     not available${down.mostSec > 0 ? ` for ${time(down)}` : " meanwhile"}`]),
  ];
}
