import { timeText } from "../../../provider/lifecycle/drift";
import { capitalize } from "../../../provider/lifecycle/wording";
import { amount, grouped } from "../../terminal/plural";
import type { Group, Part, RunReport, Tables } from "../model";
import { filterForm } from "./filters";
import { pageOf } from "./frame";
import { commandsOf, itemCard } from "./item";
import type { Markup } from "./markup";
import { markup, NOTHING, withCode } from "./markup";
import { tableOf } from "./table";

/** For browsers. */
export function html(report: RunReport): string {
  const { outcome, parts, main } = report;
  return pageOf({ title: outcome.headline, banner: bannerOf(report), results: main, parts: parts.map(sectionOf) });
}

/** The outcome in one sentence, and when it was found. */
function bannerOf({ command, outcome, word, requests, tool, startedAt, durationMs }: RunReport): Markup {
  const { tone, headline } = outcome;
  const found = headline.startsWith(`${word}: `) ? headline.slice(word.length + 2).replace(/\.$/, "") : headline;
  return markup`<header class="top">
<p class="tool">${tool.name} ${command}</p>
<h1><span class="outcome tinted" data-tone="${tone}">${word}</span> <span class="found">${found}</span></h1>
<ul class="scan">
<li><time datetime="${startedAt}">${timeText(startedAt)}</time></li>
<li>${amount(requests, "request")} in ${(durationMs / 1_000).toFixed(1)} s</li>
<li>version ${tool.version}</li>
</ul>
</header>`;
}

function sectionOf(part: Part): Markup {
  if (part.is === "tables") return tablesOf(part);
  if (part.is === "warnings") return warningList(part.warnings);
  if (part.is === "figures") {
    const tiles = part.figures.map(
      ({ title, figure, of }) =>
        markup`<div><dt>${title ?? capitalize(of)}</dt><dd><b>${figure}</b> ${title === undefined ? "" : of}</dd></div>`,
    );
    return tiles.length === 0
      ? NOTHING
      : markup`<section class="card" aria-label="Figures">
<dl class="tiles">${tiles}</dl>
${barOf(part.bar ?? [])}
</section>`;
  }
  const groups = part.groups.map(groupOf);
  if (part.section === undefined) return groups.length === 0 ? NOTHING : markup`<div>${groups}</div>`;
  const { id, title, empty } = part.section;
  return markup`<section id="${id}" class="list" aria-labelledby="${id}-heading" tabindex="-1">
<h2 id="${id}-heading">${title}</h2>
${groups.length === 0 ? markup`<p class="empty">${empty}</p>` : [filterForm(part.groups), ...groups]}
</section>`;
}

/** The counts as lengths. Hidden from screen readers, because the page also contains the numbers. */
function barOf(bar: NonNullable<Extract<Part, { is: "figures" }>["bar"]>): Markup {
  const total = bar.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return NOTHING;
  let from = 0;
  const lengths = bar.map(({ tone, count }) => {
    const width = (count / total) * 1_000;
    from += width;
    return markup`<rect class="part" data-tone="${tone}" x="${(from - width).toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`;
  });
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${lengths}</svg>`;
}

function groupOf({ title, meaning, tone, items, remedy }: Group): Markup {
  const id = `group-${title.toLowerCase().replace(/\W+/g, "-")}`;
  return markup`<section class="group" data-tone="${tone}" aria-labelledby="${id}">
<h3 id="${id}"><span class="title">${title}</span> <span class="count tinted">${grouped(items.length)}</span> <span class="meaning soft">${meaning}</span></h3>
<ul class="findings">${items.map(itemCard)}</ul>
${remedy === undefined ? NOTHING : markup`<details class="fix"><summary>${remedy.effect}</summary>${commandsOf(remedy)}</details>`}
</section>`;
}

function warningList(warnings: readonly string[]): Markup {
  if (warnings.length === 0) return NOTHING;
  return markup`<section class="card warnings" data-tone="warn" aria-labelledby="warnings">
<h2 id="warnings">Warnings</h2>
<ul>${warnings.map((warning) => markup`<li>${withCode(warning)}</li>`)}</ul>
</section>`;
}

function tablesOf({ section: { id, title }, tables, isOnlyOnPages: isFolded }: Tables): Markup {
  const filled = tables.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0 && !isFolded) return NOTHING;
  const shown = filled.map(({ title: caption, head, rows, isNumbered }) => {
    const lines = isNumbered ? rows.map(([name = "", ...cells], at) => [`${at + 1}. ${name}`, ...cells]) : rows;
    const written = tableOf(caption, head, lines);
    return isFolded ? markup`<details class="card folded"><summary>${caption}</summary>${written}</details>` : written;
  });
  const frame = isFolded ? NOTHING : markup` class="card"`;
  return markup`<section id="${id}"${frame} aria-labelledby="${id}-heading" tabindex="-1">
<h2 id="${id}-heading">${title}</h2>
${shown}
</section>`;
}
