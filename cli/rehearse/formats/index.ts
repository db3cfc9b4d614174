import type { Report } from "../report";
import { markdown } from "./markdown";
import { table } from "./table";

/** The formats of a report, by name. */
export const FORMATS = {
  table,
  markdown,
  json: (report: Report): string => `${JSON.stringify(report, undefined, 2)}\n`,
};

export type Format = keyof typeof FORMATS;
