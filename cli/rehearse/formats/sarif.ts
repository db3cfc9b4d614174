import { locationAt } from "../../drift/formats/sarif/location";
import { messageText } from "../../drift/formats/sarif/result";
import { printable } from "../../printable";
import type { Operation, Report } from "../report";
import { details, title, wholeStatements } from "./words";

const RULES = [
  {
    id: "rehearsal/rejected",
    level: "error",
    text: "The API or a preview rejects the change.",
    of: ({ rejected }: Operation) => rejected,
  },
  { id: "rehearsal/loss", level: "warning", text: "The change loses data.", of: ({ loses }: Operation) => loses },
  {
    id: "rehearsal/downtime",
    level: "warning",
    text: "Something is down during the update.",
    of: ({ down }: Operation) => down,
  },
] as const;

/** For code scanning: SARIF 2.1.0, with rejections, losses and downtime as results at the lines that declare the resources. */
export function sarif(report: Report): string {
  const { tool, operations, startedAt, durationMs, outcome } = report;
  const results = operations.flatMap((operation) =>
    RULES.flatMap(({ id, level, of }, ruleIndex) => {
      if (of(operation) === undefined) return [];
      const { urn, name, source } = operation;
      return [
        {
          ruleId: id,
          ruleIndex,
          level,
          message: { text: messageText([title(operation), ...details(operation)].join("\n")) },
          locations: [locationAt(source, { urn, name })],
          partialFingerprints: { "rehearsal/v1": `${id} ${urn}` },
        },
      ];
    }),
  );
  const rules = RULES.map(({ id, level, text }) => ({
    id,
    shortDescription: { text },
    defaultConfiguration: { level },
  }));
  const invocation = {
    executionSuccessful: outcome !== "fails",
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    toolExecutionNotifications: wholeStatements(report).map(({ level, text }) => ({
      level,
      message: { text: messageText(text) },
    })),
  };
  const driver = { name: tool.name, version: tool.version, rules };
  const run = {
    tool: { driver },
    automationDetails: { id: "rehearsal/" },
    columnKind: "utf16CodeUnits",
    invocations: [invocation],
    results,
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${printable(JSON.stringify(log, null, 2))}\n`;
}
