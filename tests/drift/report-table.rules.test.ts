import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import type { Report } from "../../cli/drift/report";
import { FORMATS } from "../../cli/drift/formats";
import { widthOf } from "../../cli/drift/formats/table/runs";
import { anyReport } from "../support/arbitrary-drift-reports";
import { CLEAN, DRIFTED, EMPTY, HOSTILE, MODIFIED } from "../support/drift-reports";

const shown = (report: Report, columns = 200) => FORMATS.table(report, { color: false, columns });
const linesOf = (text: string) => text.split("\n").map((line) => line.trim());
/** Characters that a terminal interprets, except line breaks. */
const ACTING = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

test("reports stacks in sync on one line", () => {
  expect(shown(CLEAN)).toBe(
    "In sync: 6 resources in 2 stacks match the state. 6 in sync, 100% compared (declared inputs), 86% of the account's cloud resources managed, 41 requests in 3.2 s.\n",
  );
  expect(shown(EMPTY)).toContain(
    "In sync: no resources to compare in 0 stacks. 86% of the account's cloud resources managed, 41 requests in ",
  );
});

test("shows the outcome and the counts last, where they stay visible", () => {
  expect(linesOf(shown(DRIFTED)).slice(-3)).toEqual([
    "Incomplete: 3 modified, 1 deleted, 1 unhealthy, 2 unmanaged, 2 unchecked.",
    "14 resources in 2 stacks, 6 in sync, 85% compared (declared inputs), 86% of the account's cloud resources managed, 2 suppressed, 41 requests in 3.2 s.",
    "",
  ]);
});

test("groups findings by state and omits states without findings", () => {
  const headings = (report: Report) => linesOf(shown(report)).filter((line) => /^[A-Z]{3,} \(/.test(line));
  expect(headings(DRIFTED)).toEqual([
    "MODIFIED (3)  changed out of band since the last up or refresh (expected -> actual)",
    "DELETED (1)  no longer exists",
    "UNHEALTHY (1)  exists, but unhealthy",
    "UNMANAGED (2)  in the account, but not in any of these stacks",
    "UNCHECKED (2)  not compared",
  ]);
  expect(headings(MODIFIED).join()).not.toContain("UNCHECKED");
});

test("a report without commands shows how to get them, if there are any", () => {
  const hint = "Add --fix-plan to show the commands that resolve each finding.";
  const { fixes: _, ...withoutFixes } = DRIFTED;
  expect(linesOf(shown(withoutFixes)).at(-2)).toBe(hint);
  expect(shown({ ...withoutFixes, fixes: [] })).not.toContain(hint);
  expect(shown(CLEAN)).not.toContain(hint);
  const unchecked = withoutFixes.findings.filter(({ state }) => state === "unchecked");
  expect(shown({ ...withoutFixes, findings: unchecked })).not.toContain(hint);
});

test("groups findings with the same cause and shows it once", () => {
  const [one] = DRIFTED.findings.filter(({ state }) => state === "unchecked");
  const named = (id: string, reason: string) => (one ? [{ ...one, id, label: id, reason }] : []);
  const findings = [
    ...named("a", "GET /domains/7 got no response. Nothing listens"),
    ...named("b", "No token."),
    ...named(
      "c",
      "Could not list images, so some are missing. Try again. Cause: GET /images got no response. Nothing listens.",
    ),
  ];
  const lines = linesOf(shown({ ...DRIFTED, findings }));
  expect(lines.filter((line) => line.includes("Nothing listens"))).toEqual([findings[2]?.reason]);
  const titles = ["a", "c", "b"].map((id) => lines.findIndex((line) => line.includes(`${id}  `)));
  expect(titles).toEqual([...titles].sort((one, other) => one - other));
});

test("shows ten of a thousand findings with the same cause and counts the rest", () => {
  const [one] = DRIFTED.findings.filter(({ state }) => state === "unchecked");
  const findings = Array.from({ length: 1_000 }, (_, index) => (one ? [{ ...one, id: `${index}` }] : [])).flat();
  const lines = linesOf(shown({ ...DRIFTED, findings }));
  expect(lines.filter((line) => line.startsWith("Instance "))).toHaveLength(10);
  expect(lines).toContain("and 990 more");
});

test("a finding shows what differs, who changed it and where it is declared", () => {
  const lines = linesOf(shown(DRIFTED));
  const start = lines.findIndex((line) => line.startsWith("Instance web-1"));
  expect(lines.slice(start, start + 7)).toEqual([
    "Instance web-1  id 10185, label “web-1-old”, acme/shop/production",
    `label     "web-1" -> "web-1-old"`,
    `alerts    {"cpu":90,"networkIn":10} -> {"cpu":0,"networkIn":10}`,
    `tags      ["web","production"] -> ["web"]`,
    "rootPass  (secret)",
    "last event: linode_update by j.doe, 2026-11-21 22:41 UTC",
    "declared in src/shop.ts:24",
  ]);
});

test("shows tags to tell resources apart, unless the tags themselves differ", () => {
  const lines = linesOf(shown(DRIFTED));
  expect(lines.filter((line) => line.startsWith("tags: "))).toEqual(["tags: temporary"]);
});

test("suggests deleting or adopting an unmanaged resource, not restoring or accepting it", () => {
  const unmanaged = DRIFTED.findings.filter(({ state }) => state === "unmanaged").slice(0, 1);
  const fixes = unmanaged.map(({ fingerprint }) => ({ fingerprint, restore: ["# by hand"], accept: ["adopt"] }));
  const lines = linesOf(shown({ ...DRIFTED, findings: unmanaged, fixes }));
  expect(lines.filter((line) => line.startsWith("to "))).toEqual(["to delete:", "to adopt:"]);
});

test("shows one command that adopts all unmanaged resources", () => {
  const lines = linesOf(shown({ ...DRIFTED, adoptAll: "npx pulumi-compute adopt > adopted.ts" }));
  expect(lines[lines.indexOf("to adopt all unmanaged resources:") + 1]).toBe("npx pulumi-compute adopt > adopted.ts");
  expect(shown(DRIFTED)).not.toContain("adopt all unmanaged resources");
});

test("shows a missing value as (none)", () => {
  expect(shown(DRIFTED)).toContain("priority  10 -> (none)");
});

test("keeps each command of a fix on one line, so that it can be copied", () => {
  const [fix] = DRIFTED.fixes ?? [];
  const lines = linesOf(shown(DRIFTED, 60));
  for (const command of [...(fix?.restore ?? []), ...(fix?.accept ?? [])]) expect(lines).toContain(command);
});

test("a comment among the commands stays a comment, whatever it quotes", () => {
  const fixes = [{ fingerprint: MODIFIED.findings[0]?.fingerprint ?? "", restore: [], accept: ["# label\nreboot"] }];
  expect(linesOf(shown({ ...MODIFIED, fixes }))).toContain("# label reboot");
});

test("counts suppressed findings without showing them", () => {
  expect(shown(DRIFTED)).toContain("2 suppressed");
  expect(shown(DRIFTED)).not.toMatch(/legacy-batch|old\.example\.org/);
});

test("shows warnings", () => {
  expect(shown(DRIFTED)).toContain("warning: The token can write to the account");
});

test("shows long values from where they begin to differ", () => {
  const properties = [{ path: "script", expected: `${"a".repeat(5_000)}before`, actual: `${"a".repeat(5_000)}after` }];
  const findings = MODIFIED.findings.slice(0, 1).map((finding) => ({ ...finding, properties }));
  expect(shown({ ...MODIFIED, findings })).toContain(
    `…aaaaaaaaaaaabefore" (5,008 characters) -> …aaaaaaaaaaaaafter" (5,007 characters)`,
  );
});

test("no line is wider than the terminal", () => {
  const { fixes: _commands, ...hostile } = HOSTILE;
  for (const columns of [40, 72, 120]) {
    const lines = shown(hostile, columns).split("\n");
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
  }
});

test("indents continuation lines", () => {
  const lines = shown(DRIFTED, 60).split("\n");
  const start = lines.findIndex((line) => line.includes("description"));
  expect(lines.slice(start, start + 3)).toEqual([
    `      description          (none) -> "moved to the new`,
    "          registrar, do not touch before the end of the",
    `          month"`,
  ]);
});

test("colors are optional and change no text", () => {
  const coloured = FORMATS.table(DRIFTED, { color: true, columns: 80 });
  expect(coloured).toContain(`\u001b[32m"web-1"\u001b[0m -> \u001b[31m"web-1-old"\u001b[0m`);
  expect(stripVTControlCharacters(coloured)).toBe(shown(DRIFTED, 80));
});

test("never prints characters that a terminal would interpret", () => {
  expect(shown(HOSTILE)).not.toMatch(ACTING);
  fc.assert(fc.property(anyReport, (report) => !ACTING.test(shown(report, 80))));
});

test("shortens a value of a megabyte", () => {
  const { fixes: _commands, ...hostile } = HOSTILE;
  expect(shown(hostile).length).toBeLessThan(40_000);
  expect(shown(hostile)).toContain("(1,048,578 characters)");
});

test("findings that don't fail the run are not reported as in sync", () => {
  const text = shown({ ...DRIFTED, outcome: "inSync" });
  expect(text).toContain("No findings that fail the run: 3 modified");
  expect(text).not.toContain("In sync:");
});
