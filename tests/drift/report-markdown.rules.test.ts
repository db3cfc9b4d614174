import fc from "fast-check";
import type { Report } from "../../cli/drift/report";
import { FORMATS } from "../../cli/drift/formats";
import { anyReport } from "../support/arbitrary-drift-reports";
import { CLEAN, DRIFTED, HOSTILE, largeReport } from "../support/drift-reports";

const MARKER = "<!-- pulumi-compute drift -->";
const MOST_CHARACTERS = 65_000;

const shown = (report: Report) => FORMATS.markdown(report, { color: false, columns: 80 });
const FENCED = /^(`{3,})sh\n[^]*?\n\1$/gm;
const CODE = /<code>(.*?)<\/code>/g;
const codesOf = (text: string) => Array.from(text.replace(FENCED, "").matchAll(CODE), ([, inside = ""]) => inside);

/** The fixed part of the format: the text without code and commands. */
const frameOf = (text: string) => text.replace(FENCED, "").replace(CODE, "CODE");

test("starts with the marker for workflows, followed by the outcome", () => {
  expect(shown(DRIFTED).split("\n").slice(0, 3)).toEqual([
    MARKER,
    "",
    "### Incomplete: 3 modified, 1 deleted, 1 unhealthy, 2 unmanaged, 2 unchecked.",
  ]);
  expect(shown(CLEAN)).toMatch(
    /^<!-- pulumi-compute drift -->\n\n### In sync: 6 resources in 2 stacks match the state\.\n/,
  );
});

test("each state with findings is a collapsible section", () => {
  const states = Array.from(shown(DRIFTED).matchAll(/<summary><b>(.*?)<\/b>/g), ([, state]) => state);
  expect(states).toEqual(["Modified (3)", "Deleted (1)", "Unhealthy (1)", "Unmanaged (2)", "Unchecked (2)"]);
  expect(shown(CLEAN)).not.toContain("<details");
});

test("shows properties as table rows, and secrets without their values", () => {
  expect(shown(DRIFTED)).toContain(
    [
      "| Property | Expected | Actual |",
      "| --- | --- | --- |",
      `| <code>label</code> | <code>"web-1"</code> | <code>"web-1-old"</code> |`,
    ].join("\n"),
  );
  expect(shown(DRIFTED)).toContain("| <code>rootPass</code> | <code>(secret)</code> | <code>(secret)</code> |");
});

test("shows the commands of a fix as code blocks", () => {
  expect(shown(DRIFTED)).toContain("```sh\npulumi-compute import --instance 20417\n```");
});

test("counts suppressed findings without showing them", () => {
  expect(shown(DRIFTED)).toContain("2 suppressed");
  expect(shown(DRIFTED)).not.toContain("legacy-batch");
});

test("lists ten warnings and counts the rest", () => {
  const warnings = Array.from({ length: 12 }, (_, index) => `warning ${index}`);
  const text = shown({ ...CLEAN, warnings });
  expect(text).toContain("- warning: <code>warning 9</code>\n- and 2 more");
});

test("shows the first properties of a finding and counts the rest", () => {
  const properties = Array.from({ length: 40 }, (_, index) => ({ path: `tag${index}`, actual: index }));
  const findings = DRIFTED.findings.slice(0, 1).map((finding) => ({ ...finding, properties }));
  const text = shown({ ...DRIFTED, findings });
  expect(text).toContain("| <code>tag29</code> |");
  expect(text).toContain("| and 10 more | | |");
});

describe("a report that is too large for a comment", () => {
  const text = shown(largeReport(2_000));
  const blocks = text.match(/^\*\*<code>Instance/gm)?.length ?? 0;

  test("fits in one with whole findings", () => {
    expect(text.length).toBeLessThan(MOST_CHARACTERS);
    expect(blocks).toBeGreaterThan(50);
    expect(text.match(/^\| <code>label<\/code> \|.*\|$/gm)).toHaveLength(blocks);
  });

  test("shows how many findings are omitted and how to see them", () => {
    const left = (2_000 - blocks).toLocaleString("en-US");
    expect(text).toContain(`<b>Modified (${blocks} of 2,000)</b>`);
    expect(text).toContain(`${left} findings omitted to fit a comment. Run the scan with`);
  });

  test("shows a short finding where a long one doesn't fit", () => {
    const [first, second] = DRIFTED.findings;
    const findings = [first, second].flatMap((finding) => finding ?? []);
    const restore = [`pulumi up # ${"x".repeat(70_000)}`];
    const long = { ...DRIFTED, findings, fixes: [{ fingerprint: first?.fingerprint ?? "", restore, accept: [] }] };
    expect(shown(long)).toContain("<b>Modified (1 of 2)</b>");
    expect(shown(long)).toContain("<code>shop.example.com</code>");
    expect(shown(long)).toContain("1 finding omitted to fit a comment");
  });
});

test("groups findings with the same cause and shows ten of them", () => {
  const [one] = DRIFTED.findings.filter(({ state }) => state === "unchecked");
  const findings = Array.from({ length: 1_000 }, (_, index) =>
    one ? [{ ...one, label: `web-${index}`, id: `${index}`, reason: `GET /instances/${index} got no response.` }] : [],
  ).flat();
  const text = shown({ ...DRIFTED, findings });
  expect(text.match(/got no response/g)).toHaveLength(1);
  expect(text.match(/^\*\*/gm)).toHaveLength(10);
  expect(text).toContain("- and 990 more");
  expect(text).toContain("Unchecked (1,000)");
  expect(text).not.toContain("omitted");
});

describe("untrusted text", () => {
  /** All lines that the format itself contains. */
  const LINES = [
    MARKER,
    /### (In sync|No findings that fail the run|Drift|Incomplete): [\w ,]+\./,
    /[\d,]+ resources? in [\w ,.%'()]+\./,
    "- warning: CODE",
    /<details( open)?><summary><b>[A-Z][a-z]+ \(\d+\)<\/b>: [a-z ,]+<\/summary>/,
    /\*\*CODE CODE\*\*(, id CODE)?(, label CODE)?, (of|in) CODE/,
    /- (declared in |tags: )?CODE/,
    "- does not fail the run",
    "| Property | Expected | Actual |",
    "| --- | --- | --- |",
    "| CODE | CODE | CODE |",
    /<details><summary>Commands<\/summary>/,
    /Restore the expected state:|Accept the actual state:|Delete it:|Adopt it into a stack:/,
    "</details>",
    /\d+ findings? omitted to fit a comment\. Run the scan with `--format html` or `--format table` to see all\./,
    "",
  ];
  const isKnown = (line: string): boolean =>
    LINES.some((known) => (typeof known === "string" ? known === line : line.replace(known, "") === ""));
  const unknownLines = (text: string) =>
    frameOf(text)
      .split("\n")
      .filter((line) => !isKnown(line));
  /** These characters may only appear as entities. */
  const isHarmless = (inside: string): boolean =>
    !/[<>`*_~[\]\\|!$:]|&(?!#\d+;|nbsp;)|@(?!&#8203;)|www\.|\p{Cc}|\u202e/iu.test(inside);

  test("stays text in the comment", () => {
    expect(unknownLines(shown(HOSTILE))).toEqual([]);
    expect(codesOf(shown(HOSTILE)).filter((inside) => !isHarmless(inside))).toEqual([]);
    expect(codesOf(shown(HOSTILE)).length).toBeGreaterThan(100);
  });

  test("stays text in the comment of any report", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(unknownLines(shown(report))).toEqual([]);
        expect(codesOf(shown(report)).filter((inside) => !isHarmless(inside))).toEqual([]);
      }),
    );
  });

  test("never makes the comment too long", () => {
    expect(shown(HOSTILE).length).toBeLessThan(MOST_CHARACTERS);
    const many = Array.from({ length: 40 }, () => HOSTILE.findings).flat();
    expect(shown({ ...HOSTILE, findings: many }).length).toBeLessThan(MOST_CHARACTERS);
    const warnings = Array.from({ length: 500 }, () => "|".repeat(1_000));
    expect(shown({ ...HOSTILE, warnings }).length).toBeLessThan(MOST_CHARACTERS);
  });
});
