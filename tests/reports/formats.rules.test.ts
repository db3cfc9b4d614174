import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { FORMATS as COST_FORMATS } from "../../cli/cost/as-report";
import { FORMATS as DRIFT_FORMATS } from "../../cli/drift/as-report";
import { FORMATS as REHEARSE_FORMATS } from "../../cli/rehearse/as-report";
import { FORMATS as RECOVER_FORMATS } from "../../cli/recover/as-report";
import { COSTS, DRIFT, RECOVERIES, REHEARSE } from "./samples";

const COLUMNS = { color: false, columns: 100 };

/** The style and the script stand in files of their own. */
const withoutFiles = (page: string): string =>
  page
    .replace(/(<style>)[^]*?(?=<\/style>)/, "$1")
    .replace(/(<script>)[^]*?(?=<\/script>)/, "$1")
    .replace(/sha256-[\w+/=]+/g, "sha256-");

/** The files of a command, and what they contain. */
const filesOf = <T>(
  command: string,
  samples: Readonly<Record<string, T>>,
  formats: Readonly<Record<string, (report: T, screen: typeof COLUMNS) => string>>,
) =>
  Object.entries(samples).flatMap(([name, report]) =>
    Object.entries(formats).map(
      ([format, render]) => [`${command}-${name}.${format}`, render(report, COLUMNS)] as const,
    ),
  );

const written = [
  ...filesOf("drift", DRIFT, DRIFT_FORMATS),
  ...filesOf("rehearse", REHEARSE, REHEARSE_FORMATS),
  ...filesOf("cost", COSTS, COST_FORMATS),
  ...filesOf("recover", RECOVERIES, RECOVER_FORMATS),
];

/** `GOLDEN=write` writes the files: look at their difference. */
test.each(written)("%s is as before", (name, text) => {
  const file = path.join(__dirname, "golden", name);
  const shown = withoutFiles(text);
  if (process.env["GOLDEN"] === "write") writeFileSync(file, shown);
  expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe(shown);
});
