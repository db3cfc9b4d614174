import { capitalize } from "../../../../provider/lifecycle/wording";
import type { Finding, Fix, PropertyDrift, Suppression } from "../../report";
import { shortened, wholeValues } from "../values";
import { eventTitle, timeText } from "../../../../provider/lifecycle/drift";
import { grouped } from "../../../plural";
import { commandText, fixWords, liveLabel, nameOf, ownerOf } from "../words";
import type { PageSection } from "./groups";
import type { Markup } from "./markup";
import { markup, NOTHING, withCode } from "./markup";
import { namedRows } from "./parts";

/** Longer values are collapsed at first. */
const MAX_OPEN = 300;
const BEGINNING = 80;

export function findingItem(finding: Finding, group: PageSection, fix: Fix | undefined): Markup {
  const { kind, properties, reason, suppressed, byChoice } = finding;
  return markup`<li class="finding" data-state="${group}" data-kind="${kind}" data-stack="${ownerOf(finding)}">
<h4><span class="kind">${kind}</span> <span class="name">${nameOf(finding)}</span></h4>
${factsOf(finding)}
${reason === undefined ? NOTHING : markup`<p class="reason">${withCode(reason)}</p>`}
${byChoice === true ? markup`<p class="note">Does not fail the run.</p>` : NOTHING}
${suppressed === undefined ? NOTHING : suppressionOf(suppressed)}
${properties.length === 0 ? NOTHING : propertyTable(properties)}
${eventOf(finding)}
${fix === undefined ? NOTHING : fixOf(finding, fix)}
</li>`;
}

function factsOf(finding: Finding): Markup {
  const { id, tags = [], resource } = finding;
  const name = nameOf(finding);
  const label = liveLabel(finding);
  const facts = [
    markup`<li>${ownerOf(finding)}</li>`,
    ...(id === name ? [] : [markup`<li>id ${id}</li>`]),
    ...(label === undefined ? [] : [markup`<li>label ${label}</li>`]),
    ...(finding.within === undefined ? [] : [markup`<li>in ${finding.within}</li>`]),
    ...(resource?.source === undefined ? [] : [markup`<li>${resource.source.file}:${resource.source.line}</li>`]),
    ...tags.map((tag) => markup`<li class="tag"><span class="hidden">tag </span>${tag}</li>`),
  ];
  return markup`<ul class="facts">${facts}</ul>`;
}

function propertyTable(properties: readonly PropertyDrift[]): Markup {
  const rows = properties.map((property) => {
    const { expected, actual } = wholeValues(property);
    return [property.path, valueOf(expected), valueOf(actual)] as const;
  });
  return namedRows("Properties that differ", ["Property", "Expected", "Actual"], rows);
}

function valueOf(text: string): Markup {
  if (text.startsWith("(")) return markup`<span class="absent">${text}</span>`;
  if (text.length <= MAX_OPEN) return markup`<code>${text}</code>`;
  return markup`<details><summary><code>${shortened(text, BEGINNING)}</code></summary><pre><code>${text}</code></pre></details>`;
}

function suppressionOf({ by, reason, until }: Suppression): Markup {
  const where = by === "baseline" ? "the baseline" : "the ignore file";
  const end = until === undefined ? NOTHING : markup`, until ${until}`;
  return markup`<p class="note">Suppressed by ${where}${end}: ${reason}</p>`;
}

function eventOf({ lastEvent }: Finding): Markup {
  if (lastEvent === undefined) return NOTHING;
  const { who, when, action, isOfParent } = lastEvent;
  const title = eventTitle(isOfParent);
  return markup`<p class="change">${capitalize(title)}: <code>${action}</code> by <b>${who}</b>, <time datetime="${when}">${timeText(when)}</time></p>`;
}

function fixOf(finding: Finding, { restore, accept }: Fix): Markup {
  const words = fixWords(finding);
  const lists = [
    ...(restore.length === 0 ? [] : [commandsOf(words.restore.effect, restore)]),
    ...(accept.length === 0 ? [] : [commandsOf(words.accept.effect, accept)]),
  ];
  if (lists.length === 0) return NOTHING;
  return markup`<details class="fix"><summary>Fix commands (${grouped(restore.length + accept.length)})</summary>${lists}</details>`;
}

function commandsOf(title: string, commands: readonly string[]): Markup {
  const lines = commands.map(commandText).join("\n");
  return markup`<h5>${title}</h5><pre tabindex="0" role="region" aria-label="${title}"><code>${lines}</code></pre>`;
}
