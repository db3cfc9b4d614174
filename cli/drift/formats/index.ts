import type { Report } from "../report";
import { json } from "./json";
import type { RenderOptions } from "./options";
import { table } from "./table";

export type Format = "table" | "json";

/** Writes each format. */
export const FORMATS: Readonly<Record<Format, (report: Report, options: RenderOptions) => string>> = { table, json };
