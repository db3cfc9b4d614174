import { printable } from "../../printable";
import type { CostReport } from "../report";
import { markdown } from "./markdown";
import { table } from "./table";

export type Format = "table" | "json" | "markdown";

/** Renders a report in each format. */
export const FORMATS: Readonly<Record<Format, (report: CostReport) => string>> = {
  table,
  // Characters that a terminal would interpret become JSON escapes, which do not change the data.
  json: (report) => `${printable(JSON.stringify(report, null, 2))}\n`,
  markdown,
};
