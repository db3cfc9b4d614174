import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { Report } from "../../cli/drift/report";
import { FORMATS } from "../../cli/drift/formats";
import { anyReport } from "../support/arbitrary-drift-reports";
import { CLEAN, DRIFTED, EMPTY, HOSTILE, MODIFIED } from "../support/drift-reports";

const shown = (report: Report) => FORMATS.html(report, { color: false, columns: 80 });
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

test("shows the outcome, the counts and every finding", () => {
  const page = shown(DRIFTED);
  expect(page).toContain("<title>Incomplete: 3 modified, 1 deleted, 1 unhealthy, 2 unmanaged, 2 unchecked.</title>");
  expect(page.match(/<li class="finding"/g)).toHaveLength(DRIFTED.findings.length);
  for (const warning of DRIFTED.warnings) expect(page).toContain(warning);
});

test("findings that don't fail the run are not reported as in sync", () => {
  const page = bodyOf(shown({ ...DRIFTED, outcome: "inSync" }));
  expect(page).toMatch(/<span class="outcome">No findings that fail the run<\/span> <span class="found">3 modified, /);
});

test("marks an event that comes from the zone's log", () => {
  const [found] = MODIFIED.findings;
  const lastEvent = {
    who: "j.doe",
    when: "2026-11-21T22:41:09Z",
    action: "domain_record_updated",
    isOfParent: true as const,
  };
  const page = shown({ ...MODIFIED, findings: found ? [{ ...found, lastEvent }] : [] });
  expect(page).toContain("Last event in its zone: <code>domain_record_updated</code> by <b>j.doe</b>");
});

test("shows a command in a message as code", () => {
  const page = shown({ ...MODIFIED, warnings: ["Run `pulumi up <now>` again."] });
  expect(page).toContain("<li>Run <code>pulumi up &lt;now&gt;</code> again.</li>");
});

test("the content security policy allows only the page's own style and script", () => {
  const page = shown(DRIFTED);
  const hash = (name: string) => `'sha256-${createHash("sha256").update(between(page, name)).digest("base64")}'`;
  expect(page).toContain(
    `content="default-src 'none'; style-src ${hash("style")}; script-src ${hash("script")}; base-uri 'none'; form-action 'none'"`,
  );
});

test("loads nothing from other sources", () => {
  const attributes = tagsOf(shown(DRIFTED)).flatMap((tag) => tag.attributes);
  expect(attributes.filter((name) => /^(src|srcset|style|action|data|on\w+|xlink:href)$/.test(name))).toEqual([]);
  expect(shown(DRIFTED).match(/href="[^"]*"/g)).toEqual([`href="#findings"`]);
  expect(between(shown(DRIFTED), "style")).not.toMatch(/url\(|@import|@font-face/);
  expect(between(shown(DRIFTED), "script")).not.toMatch(/fetch|XMLHttpRequest|import\b|WebSocket|innerHTML/);
});

describe("untrusted text", () => {
  /** The tags and attributes of pages without hostile text. */
  const usual = new Set([DRIFTED, CLEAN, EMPTY, MODIFIED].flatMap((report) => namesIn(shown(report))));

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

  test("stays text in the page", () => {
    const harmless = { ...HOSTILE, findings: HOSTILE.findings.filter(({ id }) => id.length < 1_000) };
    expect(strangersIn(shown(harmless)).filter((name) => !/^\/?(details|summary)$/.test(name))).toEqual([]);
    expect(shown(harmless)).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    expect(shown(harmless)).not.toMatch(/(?!\n)[\p{Cc}\u202e\u2067]/u);
  });

  test("stays text in the page of any report", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(strangersIn(shown(report))).toEqual([]);
      }),
    );
  });
});

test("shows a long value in full", () => {
  const properties = [{ path: "script", expected: "x".repeat(100_000), actual: "y" }];
  const findings = MODIFIED.findings.slice(0, 1).map((finding) => ({ ...finding, properties }));
  const page = shown({ ...MODIFIED, findings });
  expect(page).toContain("x".repeat(100_000));
  expect(page).toContain("(100,002 characters)</code></summary>");
});

test("shows the name of a secret, but not its value", () => {
  expect(shown(DRIFTED)).toMatch(/<th scope="row">rootPass<\/th><td><span class="absent">\(secret\)<\/span><\/td>/);
});

test("lists suppressed findings last, with the reason", () => {
  const page = shown(DRIFTED);
  expect(page).toContain("Suppressed by the ignore file, until 2027-01-31: resized by hand until the move in January");
  expect(page).toContain("Suppressed by the baseline: there when the baseline was taken");
  expect(page.indexOf(`id="group-suppressed"`)).toBeGreaterThan(page.indexOf(`id="group-unchecked"`));
});

test("the commands of a fix can be copied", () => {
  expect(shown(DRIFTED)).toContain("<code>pulumi-compute import --instance 20417</code>");
});

test("a report without findings confirms the match and has no filter", () => {
  expect(shown(CLEAN)).toContain("Everything that was compared matches the state.");
  expect(bodyOf(shown(CLEAN))).not.toContain("<form");
  expect(shown(CLEAN)).toContain("<summary>6 resources in sync</summary>");
});

test("headings, tables and fields have accessible markup", () => {
  const page = bodyOf(shown(DRIFTED));
  const ids = Array.from(page.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of page.matchAll(/aria-labelledby="([^"]*)"/g)) expect(ids).toContain(id);
  expect(page.match(/<h1/g)).toHaveLength(1);
  expect(page.match(/<table/g)).toHaveLength(page.match(/<caption/g)?.length ?? -1);
  expect(page.replaceAll(/<th scope="(row|col)">/g, "")).not.toMatch(/<th[ >]/);
});

describe("text has a contrast of at least 4.5 to its background", () => {
  const css = readFileSync(path.resolve("cli/drift/formats/html/page/palette.css"), "utf8");
  const [light = "", dark = ""] = css.split("@media screen and (prefers-color-scheme: dark)");
  const coloursIn = (text: string) => Array.from(text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, n, c]) => [n, c]);
  const palettes = {
    light: Object.fromEntries(coloursIn(light)),
    dark: Object.fromEntries([...coloursIn(light), ...coloursIn(dark)]),
  };
  const tones = ["modified", "deleted", "unhealthy", "unmanaged", "unchecked", "suppressed", "expected", "actual"];
  const pairs = [
    ...["paper", "card", "sunk"].flatMap((back) => [`ink ${back}`, `soft ${back}`]),
    ...tones.flatMap((tone) => [`${tone} ${tone}-tint`, `${tone} card`, `${tone} paper`]),
    ...["in-sync paper", "on-top top", "on-top-soft top"],
  ];

  test.each(Object.entries(palettes))("in the %s palette", (_name, palette) => {
    const contrast = (pair: string) =>
      contrastOf(...(pair.split(" ").map((name) => palette[name]) as [string, string]));
    expect(pairs.filter((pair) => !(contrast(pair) >= 4.5))).toEqual([]);
    expect(["focus paper", "edge card", "edge paper"].filter((pair) => !(contrast(pair) >= 3))).toEqual([]);
  });

  test("on the outcome badge", () => {
    const page = readFileSync(path.resolve("cli/drift/formats/html/page/page.css"), "utf8");
    const badges = Array.from(page.matchAll(/background: (#[0-9a-f]{6});\n {2}color: (#[0-9a-f]{6});/g));
    expect(badges).toHaveLength(3);
    for (const [, back = "", text = ""] of badges) expect(contrastOf(text, back)).toBeGreaterThanOrEqual(4.5);
  });
});

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
