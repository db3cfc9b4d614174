import type { Report } from "../../report";
import { commandText, headline } from "../words";
import { filterForm } from "./filters";
import { findingItem } from "./finding";
import { pageOf } from "./frame";
import type { GroupOfFindings } from "./groups";
import { groupsOf } from "./groups";
import type { Markup } from "./markup";
import { markup, NOTHING } from "./markup";
import { banner, overview } from "./overview";
import { cardGroup, warningList } from "./parts";
import { scanned } from "./scanned";

export function html(report: Report): string {
  const groups = groupsOf(report);
  return pageOf({
    title: headline(report),
    banner: banner(report),
    results: { id: "findings", link: "Skip to the findings" },
    main: [
      overview(report, groups),
      warningList(report.warnings),
      markup`<section id="findings" class="list" aria-labelledby="findings-heading" tabindex="-1">
<h2 id="findings-heading">Findings</h2>
${groups.length === 0 ? markup`<p class="empty">Everything that was compared matches the state.</p>` : findingList(report, groups)}
</section>`,
      scanned(report),
    ],
    script: "page.js",
  });
}

function findingList(report: Report, groups: readonly GroupOfFindings[]): Markup {
  const fixes = new Map(report.fixes?.map((fix) => [fix.fingerprint, fix]));
  const sections = groups.map(({ group, title, meaning, findings }) => {
    const items = findings.map((finding) => findingItem(finding, group, fixes.get(finding.fingerprint)));
    const all = group === "unmanaged" && report.adoptAll !== undefined ? adoptionOfAll(report.adoptAll) : NOTHING;
    return cardGroup({ state: group, title, meaning, items }, all);
  });
  return markup`${filterForm(groups)}
${sections}`;
}

function adoptionOfAll(command: string): Markup {
  const title = "Adopt all unmanaged resources";
  return markup`<details class="fix"><summary>${title}</summary><pre tabindex="0" role="region" aria-label="${title}"><code>${commandText(command)}</code></pre></details>`;
}
