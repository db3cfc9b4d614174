import type { Report } from "../report";
import { json } from "./json";
import type { RenderOptions } from "./options";

export type Format = "json";

/** Writes each format. */
export const FORMATS: Readonly<Record<Format, (report: Report, options: RenderOptions) => string>> = { json };
