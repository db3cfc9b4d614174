import type { Report } from "../report";
import { html } from "./html";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { sarif } from "./sarif";
import { table } from "./table";

/** The formats of a report, by name. */
export const FORMATS = {
  table,
  markdown,
  sarif,
  junit,
  html,
  json: (report: Report): string => `${JSON.stringify(report, undefined, 2)}\n`,
};

export type Format = keyof typeof FORMATS;
