import { printable } from "../../printable";
import type { Report } from "../report";

/** The complete report. Characters that a terminal would interpret become JSON escapes, which do not change the data. */
export function json(report: Report): string {
  return `${printable(JSON.stringify(report, null, 2))}\n`;
}
