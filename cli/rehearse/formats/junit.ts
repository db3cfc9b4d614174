import { element, textElement } from "../../drift/formats/junit/xml";
import type { Report } from "../report";
import { details, headline, title, wholeStatements } from "./words";

/** For the test reports of CI servers: a test for the whole update, and one for each change, which fails if it is rejected. */
export function junit(report: Report): string {
  const { stack, operations, outcome, durationMs, startedAt } = report;
  const timestamp = startedAt.replace(/(\.\d+)?Z$/, "");
  const isWhole = outcome === "succeeds" || outcome === "unchanged";
  const failed = operations.filter(({ rejected }) => rejected !== undefined).length + (isWhole ? 0 : 1);
  const tests = [
    {
      name: "the update succeeds, and nothing is left to do",
      failure: isWhole ? undefined : headline(report),
      text: wholeStatements(report)
        .map(({ text }) => text)
        .join("\n"),
    },
    ...operations.map((operation) => ({
      name: title(operation),
      failure: operation.rejected,
      text: details(operation).join("\n"),
    })),
  ];
  const counts = {
    tests: tests.length,
    failures: failed,
    errors: 0,
    skipped: 0,
    time: (durationMs / 1_000).toFixed(3),
  };
  const cases = tests.map(({ name, failure, text }) =>
    element("testcase", { classname: stack, name, time: "0.000" }, [
      ...(failure === undefined ? [] : [textElement("failure", { message: failure }, text)]),
      ...(failure === undefined && text !== "" ? [textElement("system-out", {}, text)] : []),
    ]),
  );
  const suite = element("testsuite", { name: stack, ...counts, timestamp }, cases);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", { name: "pulumi-compute rehearse", ...counts }, [suite])}\n`;
}
