import type { Report } from "../../report";
import { timeText } from "../../../../provider/lifecycle/drift";
import { amount, grouped } from "../../../plural";
import { headline } from "../words";
import type { GroupOfFindings } from "./groups";
import type { Markup } from "./markup";
import { markup, NOTHING, withCode } from "./markup";

/** The outcome in one sentence, and when it was found. */
export function banner(report: Report): Markup {
  const { outcome, startedAt, durationMs, tool, summary } = report;
  const [, word = "", found = ""] = /^(.*?): (.*)[.]$/s.exec(headline(report)) ?? [];
  return markup`<header class="top" data-outcome="${outcome}">
<p class="tool">${tool.name} drift</p>
<h1><span class="outcome">${word}</span> <span class="found">${found}</span></h1>
<ul class="scan">
<li><time datetime="${startedAt}">${timeText(startedAt)}</time></li>
<li>${amount(summary.requests, "request")} in ${(durationMs / 1_000).toFixed(1)} s</li>
<li>version ${tool.version}</li>
</ul>
</header>`;
}

/** The figures of the scan, and a bar that compares them. */
export function overview(report: Report, groups: readonly GroupOfFindings[]): Markup {
  const { resources, inSync, checkedPercent, coveragePercent } = report.summary;
  const tiles = [
    tile("Resources", grouped(resources), `in ${amount(report.stacks.length, "stack")}`),
    ...(resources === 0
      ? []
      : [
          tile("In sync", grouped(inSync), "matching the state"),
          tile("Compared", `${checkedPercent}%`, "of the resources (declared inputs)"),
        ]),
    ...(coveragePercent === undefined ? [] : [tile("Managed", `${coveragePercent}%`, "of all cloud resources")]),
  ];
  return markup`<section class="overview" aria-label="Figures">
<dl class="tiles">${tiles}</dl>
${bar(inSync, groups)}
</section>`;
}

export function warningList(warnings: readonly string[]): Markup {
  if (warnings.length === 0) return NOTHING;
  return markup`<section class="warnings" aria-labelledby="warnings">
<h2 id="warnings">Warnings</h2>
<ul>${warnings.map((warning) => markup`<li>${withCode(warning)}</li>`)}</ul>
</section>`;
}

function tile(title: string, figure: string, of: string): Markup {
  return markup`<div><dt>${title}</dt><dd><b>${figure}</b> ${of}</dd></div>`;
}

/** The counts as lengths. Hidden from screen readers, because the page also contains the numbers. */
function bar(inSync: number, groups: readonly GroupOfFindings[]): Markup {
  const parts = [
    { group: "inSync", count: inSync },
    ...groups.map(({ group, findings }) => ({ group, count: findings.length })),
  ];
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return NOTHING;
  let from = 0;
  const lengths = parts.map(({ group, count }) => {
    const width = (count / total) * 1_000;
    from += width;
    return markup`<rect class="part" data-state="${group}" x="${(from - width).toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`;
  });
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${lengths}</svg>`;
}
