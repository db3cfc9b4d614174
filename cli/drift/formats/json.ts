import { printable } from "../../printable";
import type { Report } from "../report";

/** The report as it is. What a terminal would interpret is escaped as JSON allows it, and means the same. */
export function json(report: Report): string {
  return `${printable(JSON.stringify(report, null, 2))}\n`;
}
