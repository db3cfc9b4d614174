import { timeText } from "../../../../provider/lifecycle/drift";
import { amount, grouped } from "../../../plural";
import type { PageSection } from "./groups";
import type { Markup } from "./markup";
import { markup, NOTHING, withCode } from "./markup";

interface Run {
  readonly tool: { readonly name: string; readonly version: string };
  readonly startedAt: string;
  readonly durationMs: number;
}

/** What a command found out. */
export interface Outcome {
  readonly command: string;
  readonly tone: "inSync" | "drift" | "incomplete";
  /** In a word or two, and in the rest of a sentence. */
  readonly word: string;
  readonly found: string;
  readonly requests: number;
}

/** The outcome in one sentence, and when it was found. */
export function bannerOf({ command, tone, word, found, requests }: Outcome, run: Run): Markup {
  const { tool, startedAt, durationMs } = run;
  return markup`<header class="top" data-outcome="${tone}">
<p class="tool">${tool.name} ${command}</p>
<h1><span class="outcome">${word}</span> <span class="found">${found}</span></h1>
<ul class="scan">
<li><time datetime="${startedAt}">${timeText(startedAt)}</time></li>
<li>${amount(requests, "request")} in ${(durationMs / 1_000).toFixed(1)} s</li>
<li>version ${tool.version}</li>
</ul>
</header>`;
}

export function tile(title: string, figure: string, of: string): Markup {
  return markup`<div><dt>${title}</dt><dd><b>${figure}</b> ${of}</dd></div>`;
}

/** Cards of one color below a heading. */
export interface CardGroup {
  readonly state: PageSection;
  readonly title: string;
  readonly meaning: string;
  /** Each an `li`. */
  readonly items: readonly Markup[];
}

export function cardGroup({ state, title, meaning, items }: CardGroup, after = NOTHING): Markup {
  const id = `group-${title.toLowerCase().replace(/\W+/g, "-")}`;
  return markup`<section class="group" data-state="${state}" aria-labelledby="${id}">
<h3 id="${id}"><span class="title">${title}</span> <span class="count">${grouped(items.length)}</span> <span class="meaning">${meaning}</span></h3>
<ul class="findings">${items}</ul>
${after}
</section>`;
}

/** A table whose first column names the rows. */
export function namedRows(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly [name: string, ...cells: Markup[]])[],
): Markup {
  const columns = head.map((name) => markup`<th scope="col">${name}</th>`);
  const lines = rows.map(
    ([name, ...cells]) => markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`,
  );
  return markup`<table class="properties">
<caption class="hidden">${caption}</caption>
<thead><tr>${columns}</tr></thead>
<tbody>${lines}</tbody>
</table>`;
}

export function warningList(warnings: readonly string[]): Markup {
  if (warnings.length === 0) return NOTHING;
  return markup`<section class="warnings" aria-labelledby="warnings">
<h2 id="warnings">Warnings</h2>
<ul>${warnings.map((warning) => markup`<li>${withCode(warning)}</li>`)}</ul>
</section>`;
}
