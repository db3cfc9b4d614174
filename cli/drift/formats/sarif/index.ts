import { printable } from "../../../printable";
import type { Finding, Report } from "../../report";
import { shortened } from "../values";
import { oneLine } from "../words";
import { ROOT } from "./location";
import { messageText, notificationOf, resultOf } from "./result";
import type { ResultState } from "./rules";
import { descriptorOf, RESULT_STATES } from "./rules";

const LONGEST_WARNING = 1_500;

/** For code scanning: SARIF 2.1.0, with findings as results at the lines that declare their resources. */
export function sarif(report: Report): string {
  const { tool, findings } = report;
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            version: tool.version,
            rules: RESULT_STATES.map(descriptorOf),
            notifications: [descriptorOf("unchecked")],
          },
        },
        automationDetails: { id: "drift/" },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [ROOT]: { description: { text: "The directory of the Pulumi project." } } },
        invocations: [invocationOf(report)],
        results: findings.filter(isResult).map(resultOf),
      },
    ],
  };
  return `${printable(JSON.stringify(log, null, 2))}\n`;
}

function invocationOf({ outcome, startedAt, durationMs, findings, warnings }: Report) {
  return {
    executionSuccessful: outcome !== "incomplete",
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    toolExecutionNotifications: findings.filter(({ state }) => state === "unchecked").map(notificationOf),
    toolConfigurationNotifications: warnings.map((warning) => ({
      level: "warning",
      message: { text: messageText(shortened(oneLine(warning), LONGEST_WARNING)) },
    })),
  };
}

function isResult(finding: Finding): finding is Finding & { readonly state: ResultState } {
  return finding.state !== "unchecked";
}
