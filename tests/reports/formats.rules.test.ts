import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { FORMATS as COST_FORMATS } from "../../cli/cost/as-report";
import { FORMATS as DRIFT_FORMATS } from "../../cli/drift/as-report";
import { FORMATS as REHEARSE_FORMATS } from "../../cli/rehearse/as-report";
import { COSTS, DRIFT, REHEARSE } from "./samples";

const COLUMNS = { color: false, columns: 100 };

/** The style and the script stand in files of their own. */
const withoutFiles = (page: string): string =>
  page
    .replace(/(<style>)[^]*?(?=<\/style>)/, "$1")
    .replace(/(<script>)[^]*?(?=<\/script>)/, "$1")
    .replace(/sha256-[\w+/=]+/g, "sha256-");

const written = [
  ...Object.entries(DRIFT).flatMap(([name, report]) =>
    Object.entries(DRIFT_FORMATS).map(
      ([format, render]) => [`drift-${name}.${format}`, render(report, COLUMNS)] as const,
    ),
  ),
  ...Object.entries(REHEARSE).flatMap(([name, report]) =>
    Object.entries(REHEARSE_FORMATS).map(
      ([format, render]) => [`rehearse-${name}.${format}`, render(report, COLUMNS)] as const,
    ),
  ),
  ...Object.entries(COSTS).flatMap(([name, report]) =>
    Object.entries(COST_FORMATS).map(([format, render]) => [`cost-${name}.${format}`, render(report)] as const),
  ),
];

/** `GOLDEN=write` writes the files: look at their difference. */
test.each(written)("%s is as before", (name, text) => {
  const file = path.join(__dirname, "golden", name);
  const shown = withoutFiles(text);
  if (process.env["GOLDEN"] === "write") writeFileSync(file, shown);
  expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe(shown);
});
