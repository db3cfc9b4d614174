import { printable } from "../terminal/printable";
import { html } from "./html";
import { junit } from "./junit";
import { markdown } from "./markdown";
import type { Report, RunReport } from "./model";
import { sarif } from "./sarif";
import { table } from "./table";
import type { Screen } from "./table/lines";

/** A format and what it makes of the data of a command. */
type Formats<T, F extends string> = Readonly<Record<F, (data: T, screen?: Screen) => string>>;

const WIDE: Screen = { color: false, columns: 100 };

/** The formats of every command. */
export function textFormats<T>(asReport: (data: T) => Report): Formats<T, "table" | "json" | "markdown"> {
  return {
    table: (data, screen = WIDE) => table(asReport(data), screen),
    // Characters that a terminal would interpret become JSON escapes, which do not change the data.
    json: (data) => `${printable(JSON.stringify(data, null, 2))}\n`,
    markdown: (data) => markdown(asReport(data)),
  };
}

/** Those of a command whose report programs and browsers read, too. */
export function allFormats<T>(
  asReport: (data: T) => RunReport,
): Formats<T, keyof ReturnType<typeof textFormats> | "sarif" | "junit" | "html"> {
  return {
    ...textFormats(asReport),
    sarif: (data) => sarif(asReport(data)),
    junit: (data) => junit(asReport(data)),
    html: (data) => html(asReport(data)),
  };
}
