import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../report";
import { commandText, headline } from "../words";
import { grouped } from "../../../plural";
import { filterForm } from "./filters";
import { findingItem } from "./finding";
import type { GroupOfFindings } from "./groups";
import { groupsOf } from "./groups";
import { Markup, markup, NOTHING } from "./markup";
import { banner, overview, warningList } from "./overview";
import { scanned } from "./scanned";

/** For browsers: a self-contained page that sends no requests. */
export function html(report: Report): string {
  const groups = groupsOf(report);
  const style = `\n${partsOf(["palette.css", "page.css", "findings.css", "print.css"])}`;
  const script = `\n${partsOf(["page.js"])}`;
  return `${page(report, groups, { style, script }).text}\n`;
}

/** The only style and script that the page's content security policy allows. */
interface PageAssets {
  readonly style: string;
  readonly script: string;
}

function page(report: Report, groups: readonly GroupOfFindings[], { style, script }: PageAssets): Markup {
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${headline(report)}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
${banner(report)}
<main>
${overview(report, groups)}
${warningList(report.warnings)}
<section id="findings" class="list" aria-labelledby="findings-heading" tabindex="-1">
<h2 id="findings-heading">Findings</h2>
${groups.length === 0 ? markup`<p class="empty">Everything that was compared matches the state.</p>` : findingList(report, groups)}
</section>
${scanned(report)}
</main>
<script>${new Markup(script)}</script>
</body>
</html>`;
}

function findingList(report: Report, groups: readonly GroupOfFindings[]): Markup {
  const fixes = new Map(report.fixes?.map((fix) => [fix.fingerprint, fix]));
  const sections = groups.map(({ group, title, meaning, findings }) => {
    const items = findings.map((finding) => findingItem(finding, group, fixes.get(finding.fingerprint)));
    return markup`<section class="group" data-state="${group}" aria-labelledby="group-${group}">
<h3 id="group-${group}"><span class="title">${title}</span> <span class="count">${grouped(findings.length)}</span> <span class="meaning">${meaning}</span></h3>
<ul class="findings">${items}</ul>
${group === "unmanaged" && report.adoptAll !== undefined ? adoptionOfAll(report.adoptAll) : NOTHING}
</section>`;
  });
  return markup`${filterForm(groups)}
${sections}`;
}

function adoptionOfAll(command: string): Markup {
  const title = "Adopt all unmanaged resources";
  return markup`<details class="fix"><summary>${title}</summary><pre tabindex="0" role="region" aria-label="${title}"><code>${commandText(command)}</code></pre></details>`;
}

function partsOf(files: readonly string[]): string {
  return files.map((file) => readFileSync(join(__dirname, "page", file), "utf8")).join("\n");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
