import { eventTitle, timeText } from "../../../provider/lifecycle/drift";
import { capitalize } from "../../../provider/lifecycle/wording";
import { grouped } from "../../terminal/plural";
import type { Difference, Item, Remedy, Subject, Suppression } from "../model";
import { commandText, shortened, wholeValues } from "../text";
import type { Markup } from "./markup";
import { markup, NOTHING, withCode } from "./markup";
import { tableOf } from "./table";

/** Longer values are collapsed at first. */
const MAX_OPEN = 300;
const BEGINNING = 80;

export function itemCard(item: Item): Markup {
  const { subject, reason, says = reason, notes = [], suppressed, differences = [], remedies = [] } = item;
  const about = subject ? markup` data-kind="${subject.kind}" data-stack="${subject.owner}"` : NOTHING;
  return markup`<li class="card finding"${about}>
${subject ? headOf(subject, item) : NOTHING}
${says === undefined ? NOTHING : says.split("\n").map((line) => markup`<p class="reason">${withCode(line)}</p>`)}
${notes.map((note) => markup`<p class="soft">${capitalize(note)}.</p>`)}
${suppressed === undefined ? NOTHING : suppressionOf(suppressed)}
${differences.length === 0 ? NOTHING : differenceTable(differences)}
${eventOf(item)}
${remediesOf(remedies)}
</li>`;
}

function headOf({ kind, name, source }: Subject, { facts = [], tags = [] }: Item): Markup {
  const texts = facts.map((fact) => fact.filter(Boolean).join(" "));
  const all = [
    ...[...texts, ...(source === undefined ? [] : [`${source.file}:${source.line}`])].map(
      (text) => markup`<li>${text}</li>`,
    ),
    ...tags.map((tag) => markup`<li class="tag"><span class="hidden">tag </span>${tag}</li>`),
  ];
  return markup`<h4><span class="kind">${kind}</span> <span class="name">${name}</span></h4>
<ul class="facts soft">${all}</ul>`;
}

function differenceTable(differences: readonly Difference[]): Markup {
  const rows = differences.map((one) => {
    const [expected, actual] = wholeValues(one);
    return [one.path, valueOf(expected), valueOf(actual)];
  });
  return tableOf("Properties that differ", ["Property", "Expected", "Actual"], rows);
}

function valueOf(text: string): Markup {
  if (text.startsWith("(")) return markup`<span class="absent">${text}</span>`;
  if (text.length <= MAX_OPEN) return markup`<code>${text}</code>`;
  return markup`<details><summary><code>${shortened(text, BEGINNING)}</code></summary><pre><code>${text}</code></pre></details>`;
}

function suppressionOf({ by, reason, until }: Suppression): Markup {
  const where = by === "baseline" ? "the baseline" : "the ignore file";
  const end = until === undefined ? NOTHING : markup`, until ${until}`;
  return markup`<p class="soft">Suppressed by ${where}${end}: ${reason}</p>`;
}

function eventOf({ lastEvent }: Item): Markup {
  if (lastEvent === undefined) return NOTHING;
  const { who, when, action, isOfParent } = lastEvent;
  const title = eventTitle(isOfParent);
  return markup`<p class="change soft">${capitalize(title)}: <code>${action}</code> by <b>${who}</b>, <time datetime="${when}">${timeText(when)}</time></p>`;
}

function remediesOf(remedies: readonly Remedy[]): Markup {
  const commands = remedies.flatMap((one) => one.commands);
  if (commands.length === 0) return NOTHING;
  const lists = remedies
    .filter((one) => one.commands.length > 0)
    .map((one) => markup`<h5>${one.effect}</h5>${commandsOf(one)}`);
  return markup`<details class="fix"><summary>Fix commands (${grouped(commands.length)})</summary>${lists}</details>`;
}

export function commandsOf({ effect, commands }: Remedy): Markup {
  const lines = commands.map(commandText).join("\n");
  return markup`<pre tabindex="0" role="region" aria-label="${effect}"><code>${lines}</code></pre>`;
}
