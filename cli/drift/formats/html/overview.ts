import type { Report } from "../../report";
import { amount, grouped } from "../../../plural";
import { headline } from "../words";
import type { GroupOfFindings } from "./groups";
import type { Markup } from "./markup";
import { markup, NOTHING } from "./markup";
import { bannerOf, tile } from "./parts";

export function banner(report: Report): Markup {
  const [, word = "", found = ""] = /^(.*?): (.*)[.]$/s.exec(headline(report)) ?? [];
  return bannerOf({ command: "drift", tone: report.outcome, word, found, requests: report.summary.requests }, report);
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
