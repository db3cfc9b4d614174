import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { countsOf, crashPointsPage, listedOn, messagesOf } from "../support/crash-page";
import { CRASH_ROWS, CrashTable } from "../support/crash-table";
import type { CrashRow } from "../support/crash-table";
import { useService } from "../support/service";

/**
 * Kills the provider's process at each of its exchanges with the API, at each moment of the exchange, and then runs the same command
 * again: on the same machine, or on another one, mostly after `pulumi-compute recover`. The emulator's log and contents show what happened.
 */
const service = useService();

const PAGE = path.join(__dirname, "..", "..", "docs", "reference", "crash-points.md");
/** Each kill is made once, and one of 16 again through each host. */
const IS_WHOLE = process.env.FRONT_END === undefined;

const table = new CrashTable(service, IS_WHOLE ? 1 : 16);

test.each(CRASH_ROWS.map((row, index) => ({ ...row, title: row.program.title, index })))(
  "$operation of $title completes on $machine, wherever it is killed",
  async ({ index }) => {
    const { repeated, violations } = await table.fill(CRASH_ROWS[index] as CrashRow);
    expect(violations).toEqual([]);
    expect(repeated.filter((what) => !isUploadedAgain(what))).toEqual([]);
  },
);

/**
 * Data that was uploaded partly, or by an update that `recover` has repaired, is uploaded again, to another image: the API shows neither
 * which data an image has, nor the URL for it.
 */
function isUploadedAgain(what: string): boolean {
  return /: (POST \/images\/upload|DELETE \/images\/\{\+imageId\}): \d times instead of \d$/.test(what);
}

test("the results are listed in docs/reference/crash-points.md", () => {
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PAGE, crashPointsPage(table.results));
  const page = readFileSync(PAGE, "utf8");
  if (IS_WHOLE && table.results.length === CRASH_ROWS.length) expect(page).toBe(crashPointsPage(table.results));
  if (IS_WHOLE) expect(page.split("\n")).toEqual(expect.arrayContaining(messagesOf(table.results)));
  for (const result of table.results) {
    const { exchanges, counts } = listedOn(page, result.row);
    if (IS_WHOLE) expect({ ...result.row, counts }).toEqual({ ...result.row, counts: countsOf(result).map(String) });
    // The page counts them with look-alikes, which may need some more. It is written with all results only.
    if (exchanges !== undefined) expect(result.exchanges).toBeLessThanOrEqual(Number(exchanges));
  }
});
