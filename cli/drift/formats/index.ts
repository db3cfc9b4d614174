import type { Report } from "../report";
import { html } from "./html";
import { json } from "./json";
import type { RenderOptions } from "./options";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { sarif } from "./sarif";
import { table } from "./table";

export type Format = "table" | "json" | "markdown" | "sarif" | "junit" | "html";

/** Renders a report in each format. */
export const FORMATS: Readonly<Record<Format, (report: Report, options: RenderOptions) => string>> = {
  table,
  json,
  markdown,
  sarif,
  junit,
  html,
};
