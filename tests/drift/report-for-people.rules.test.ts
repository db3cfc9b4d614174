import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import type { Finding, Report } from "../../cli/drift/report";
import { FORMATS } from "../../cli/drift/as-report";
import { widthOf } from "../../cli/report/table/lines";
import { anyReport } from "../support/arbitrary-drift-reports";
import { CLEAN, DRIFTED, EMPTY, HOSTILE, largeReport, MODIFIED } from "../support/drift-reports";

const inComment = (report: Report) => FORMATS.markdown(report, { color: false, columns: 80 });
const inTable = (report: Report, columns = 200) => FORMATS.table(report, { color: false, columns });
const { fixes: _commands, ...HOSTILE_FINDINGS } = HOSTILE;
const SHORT_HOSTILE = { ...HOSTILE, findings: HOSTILE.findings.filter(({ id }) => id.length < 1_000) };
/** A report with the first finding, changed. */
const oneWith = (more: Partial<Finding>): Report => {
  const [finding] = MODIFIED.findings as [Finding];
  return { ...MODIFIED, findings: [{ ...finding, ...more }] };
};
const linesOf = (text: string) => text.split("\n").map((line) => line.trim());
/** Characters that a terminal interprets, except line breaks. */
const ACTING = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

test("table: a report without commands shows how to get them, if there are any", () => {
  const hint = "Add --fix-plan to show the commands that resolve each finding.";
  const { fixes: _, ...withoutFixes } = DRIFTED;
  expect(linesOf(inTable(withoutFixes)).at(-2)).toBe(hint);
  expect(inTable({ ...withoutFixes, fixes: [] })).not.toContain(hint);
  expect(inTable(CLEAN)).not.toContain(hint);
  expect(inTable({ ...withoutFixes, findings: [unchecked("a", "No token.")] })).not.toContain(hint);
});

/** An unchecked finding. */
const unchecked = (id: string, reason: string) => ({
  ...(DRIFTED.findings.find(({ state }) => state === "unchecked") as Finding),
  id,
  label: id,
  reason,
});

test("table: groups findings with the same cause and shows it once", () => {
  const findings = [
    unchecked("a", "GET /domains/7 got no response. Nothing listens"),
    unchecked("b", "No token."),
    unchecked("c", "Could not list images. Try again. Cause: GET /images got no response. Nothing listens."),
  ];
  const lines = linesOf(inTable({ ...DRIFTED, findings }));
  expect(lines.filter((line) => line.includes("Nothing listens"))).toEqual([findings[2]?.reason]);
  const titles = ["a", "c", "b"].map((id) => lines.findIndex((line) => line.includes(`${id}  `)));
  expect(titles).toEqual([...titles].sort((one, other) => one - other));
});

test("table: suggests deleting or adopting an unmanaged resource, not restoring or accepting it", () => {
  const unmanaged = DRIFTED.findings.filter(({ state }) => state === "unmanaged").slice(0, 1);
  const fixes = unmanaged.map(({ fingerprint }) => ({ fingerprint, restore: ["# by hand"], accept: ["adopt"] }));
  const lines = linesOf(inTable({ ...DRIFTED, findings: unmanaged, fixes }));
  expect(lines.filter((line) => line.startsWith("to "))).toEqual(["to delete:", "to adopt:"]);
});

test("table: no line is wider than the terminal", () => {
  for (const columns of [40, 72, 120]) {
    const lines = inTable(HOSTILE_FINDINGS, columns).split("\n");
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
  }
});

test("table: colors are optional and change no text", () => {
  const coloured = FORMATS.table(DRIFTED, { color: true, columns: 80 });
  expect(coloured).toContain(`\u001b[32m"web-1"\u001b[0m -> \u001b[31m"web-1-old"\u001b[0m`);
  expect(stripVTControlCharacters(coloured)).toBe(inTable(DRIFTED, 80));
});

test("table: shortens a value of a megabyte, and never prints characters that a terminal would interpret", () => {
  const text = inTable(HOSTILE_FINDINGS);
  expect(text.length).toBeLessThan(40_000);
  expect(text).toContain("(1,048,578 characters)");
  expect(inTable(HOSTILE)).not.toMatch(ACTING);
});

test("findings that don't fail the run are not reported as in sync", () => {
  const report: Report = { ...DRIFTED, outcome: "inSync" };
  expect(inTable(report)).toContain("No findings that fail the run: 3 modified");
  expect(inTable(report)).not.toContain("In sync:");
  const banner =
    /<span class="outcome tinted" data-tone="ok">No findings that fail the run<\/span> <span class="found">3 modified, /;
  expect(bodyOf(onPage(report))).toMatch(banner);
});

const MARKER = "<!-- pulumi-compute drift -->";
const MOST_CHARACTERS = 65_000;

const FENCED = /^(`{3,})sh\n[^]*?\n\1$/gm;
const CODE = /<code>(.*?)<\/code>/g;
const codesOf = (text: string) => Array.from(text.replace(FENCED, "").matchAll(CODE), ([, inside = ""]) => inside);

/** The fixed part of the format: the text without code and commands. */
const frameOf = (text: string) => text.replace(FENCED, "").replace(CODE, "CODE");

describe("markdown: a report that is too large for a comment", () => {
  const text = inComment(largeReport(2_000));
  const blocks = text.match(/^\*\*<code>Instance/gm)?.length ?? 0;

  test("markdown: fits in one with whole findings", () => {
    expect(text.length).toBeLessThan(MOST_CHARACTERS);
    expect(blocks).toBeGreaterThan(50);
    expect(text.match(/^\| <code>label<\/code> \|.*\|$/gm)).toHaveLength(blocks);
  });

  test("markdown: shows how many findings are omitted and how to see them", () => {
    const left = (2_000 - blocks).toLocaleString("en-US");
    expect(text).toContain(`<b>Modified (${blocks} of 2,000)</b>`);
    expect(text).toContain(`${left} items omitted to fit a comment.`);
  });

  test("markdown: shows a short finding where a long one doesn't fit", () => {
    const [first, second] = DRIFTED.findings;
    const findings = [first, second].flatMap((finding) => finding ?? []);
    const restore = [`pulumi up # ${"x".repeat(70_000)}`];
    const long = { ...DRIFTED, findings, fixes: [{ fingerprint: first?.fingerprint ?? "", restore, accept: [] }] };
    expect(inComment(long)).toContain("<b>Modified (1 of 2)</b>");
    expect(inComment(long)).toContain("<code>shop.example.com</code>");
    expect(inComment(long)).toContain("1 item omitted to fit a comment");
  });
});

/** All lines that the format itself contains. */
const LINES = [
  MARKER,
  /### (In sync|No findings that fail the run|Drift|Incomplete): [\w ,]+\./,
  /[\d,.]+%? [a-z][\w ,.%'()]+\./,
  "- warning: CODE",
  /<details( open)?><summary><b>[A-Z][a-z]+ \(\d+\)<\/b>: [a-z ,]+<\/summary>/,
  /\*\*CODE CODE\*\*(, id CODE)?(, label CODE)?, CODE/,
  /- (declared in |tags: )?CODE/,
  "- does not fail the run",
  "| Property | Expected | Actual |",
  "| --- | --- | --- |",
  "| CODE | CODE | CODE |",
  /<details><summary>Commands<\/summary>/,
  /Restore the expected state:|Accept the actual state:|Delete it:|Adopt it into a stack:/,
  "</details>",
  /\d+ items? omitted to fit a comment\. Use `--format table` to see all\./,
  "",
];
const isKnown = (line: string): boolean =>
  LINES.some((known) => (typeof known === "string" ? known === line : line.replace(known, "") === ""));
const unknownLines = (text: string) =>
  frameOf(text)
    .split("\n")
    .filter((line) => !isKnown(line));
/** Those with characters that may only appear as entities. */
const harmfulCodes = (text: string): string[] =>
  codesOf(text).filter((inside) =>
    /[<>`*_~[\]\\|!$:]|&(?!#\d+;|nbsp;)|@(?!&#8203;)|www\.|\p{Cc}|\u202e/iu.test(inside),
  );

test("markdown: untrusted text never makes the comment too long", () => {
  const many = Array.from({ length: 40 }, () => SHORT_HOSTILE.findings).flat();
  expect(inComment({ ...HOSTILE, findings: many }).length).toBeLessThan(MOST_CHARACTERS);
  const warnings = Array.from({ length: 500 }, () => "|".repeat(1_000));
  expect(inComment({ ...HOSTILE, warnings }).length).toBeLessThan(MOST_CHARACTERS);
});

const onPage = (report: Report) => FORMATS.html(report, { color: false, columns: 80 });
const between = (page: string, name: string) => new RegExp(`<${name}>([^]*?)</${name}>`).exec(page)?.[1] ?? "";
/** The page without its own style and script, which are the same in every report. */
const bodyOf = (page: string) => page.replace(between(page, "style"), "").replace(between(page, "script"), "");

/** Names and attributes of all tags. */
const tagsOf = (page: string) =>
  Array.from(
    bodyOf(page).matchAll(/<(\/?[a-z]\w*|!doctype)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*\/?>/g),
    ([, name, rest]) => ({
      name: name ?? "",
      attributes: Array.from(
        (rest ?? "").matchAll(/([\w:-]+)(?==|\s|$)(?:="[^"]*")?/g),
        ([, attribute]) => attribute ?? "",
      ),
    }),
  );

test("page: loads nothing from other sources, and its content security policy allows only its own style and script", () => {
  const attributes = tagsOf(onPage(DRIFTED)).flatMap((tag) => tag.attributes);
  expect(attributes.filter((name) => /^(src|srcset|style|action|data|on\w+|xlink:href)$/.test(name))).toEqual([]);
  expect(onPage(DRIFTED).match(/href="[^"]*"/g)).toEqual([`href="#findings"`]);
  expect(between(onPage(DRIFTED), "style")).not.toMatch(/url\(|@import|@font-face/);
  expect(between(onPage(DRIFTED), "script")).not.toMatch(/fetch|XMLHttpRequest|import\b|WebSocket|innerHTML/);
  const page = onPage(DRIFTED);
  const hash = (name: string) => `'sha256-${createHash("sha256").update(between(page, name)).digest("base64")}'`;
  expect(page).toContain(
    `content="default-src 'none'; style-src ${hash("style")}; script-src ${hash("script")}; base-uri 'none'; form-action 'none'"`,
  );
});

/** The tags and attributes of pages without hostile text. */
const usual = new Set([DRIFTED, CLEAN, EMPTY, MODIFIED].flatMap((report) => namesIn(onPage(report))));

function namesIn(page: string): string[] {
  return tagsOf(page).flatMap(({ name, attributes }) => [
    name,
    ...attributes.map((attribute) => `${name} ${attribute}`),
  ]);
}

/** Unexpected tags and attributes, and `<` if an angle bracket belongs to no tag. */
function strangersIn(page: string): string[] {
  const opened = bodyOf(page).match(/</g)?.length ?? 0;
  const strangers = namesIn(page).filter((name) => !usual.has(name));
  return opened === tagsOf(page).length ? strangers : [...strangers, "<"];
}

test("untrusted text of any report stays text in each format", () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      expect(inTable(report, 80)).not.toMatch(ACTING);
      expect(unknownLines(inComment(report))).toEqual([]);
      expect(harmfulCodes(inComment(report))).toEqual([]);
      expect(strangersIn(onPage(report))).toEqual([]);
      expect(onPage(report)).not.toMatch(ACTING);
    }),
  );
});

test("page: shows a long value in full", () => {
  const properties = [{ path: "script", expected: "x".repeat(100_000), actual: "y" }];
  const page = onPage(oneWith({ properties }));
  expect(page).toContain("x".repeat(100_000));
  expect(page).toContain("(100,002 characters)</code></summary>");
});

test("page: headings, tables and fields have accessible markup", () => {
  const page = bodyOf(onPage(DRIFTED));
  const ids = Array.from(page.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of page.matchAll(/aria-labelledby="([^"]*)"/g)) expect(ids).toContain(id);
  expect(page.match(/<h1/g)).toHaveLength(1);
  expect(page.match(/<table/g)).toHaveLength(page.match(/<caption/g)?.length ?? -1);
  expect(page.replaceAll(/<th scope="(row|col)">/g, "")).not.toMatch(/<th[ >]/);
});

describe("page: text has a contrast of at least 4.5 to its background", () => {
  const css = readFileSync(path.resolve("emulator/page/shared.css"), "utf8");
  const colours = Array.from(css.matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g));
  const share = Number(/color-mix\(in srgb, var\(--tone\) (\d+)%, var\(--card\)\)/.exec(css)?.[1]) / 100;
  const tones = ["ok", "info", "warn", "bad", "sick", "doubt", "off"];
  const pairs = [
    ...["paper", "card", "sunk"].flatMap((back) => [`ink ${back}`, `soft ${back}`]),
    ...tones.flatMap((tone) => [`${tone} ${tone}-tint`, `${tone} card`, `${tone} paper`]),
    ...["on-top top", "on-top-soft top"],
  ];

  test.each([
    ["light", 2],
    ["dark", 3],
  ] as const)("page: in the %s palette", (_name, index) => {
    const named = Object.fromEntries(colours.map((one) => [one[1] ?? "", one[index] ?? one[4] ?? ""]));
    const tints = tones.map((tone) => [`${tone}-tint`, mixed(named[tone] ?? "", named["card"] ?? "", share)]);
    const palette = { ...named, ...(Object.fromEntries(tints) as Record<string, string>) };
    const contrast = (pair: string) =>
      contrastOf(...(pair.split(" ").map((name) => palette[name]) as [string, string]));
    expect(pairs.filter((pair) => !(contrast(pair) >= 4.5))).toEqual([]);
    expect(["strong paper", "edge card", "edge paper"].filter((pair) => !(contrast(pair) >= 3))).toEqual([]);
  });
});

function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [first = 0, second = 0] = [one, other].map((colour) => parseInt(colour.slice(at, at + 2), 16));
    return Math.round(first * share + second * (1 - share))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** The contrast ratio as WCAG defines it. */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const linear = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
