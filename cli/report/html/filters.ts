import { grouped } from "../../terminal/plural";
import type { Group } from "../model";
import type { Markup } from "./markup";
import { markup } from "./markup";

/** The filters. They stay hidden unless the script runs, so that all items are visible without it. */
export function filterForm(groups: readonly Group[]): Markup {
  const subjects = groups.flatMap(({ items }) => items.flatMap(({ subject }) => subject ?? []));
  const states = groups.map(
    ({ tone, title, items }) => markup`<label class="state tinted" data-tone="${tone}">
<input type="checkbox" name="state" value="${tone}" checked> ${title} <span class="count">${grouped(items.length)}</span></label>`,
  );
  return markup`<form id="filters" class="filters" role="search" aria-label="Findings" hidden>
<fieldset><legend>State</legend>${states}</fieldset>
<label class="field search">Search <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="name, id, property, value, person"></label>
${choice("kind", "Kind", distinct(subjects.map(({ kind }) => kind)))}
${choice("stack", "Stack or account", distinct(subjects.map(({ owner }) => owner)))}
<button type="button" id="all">Show all</button>
</form>
<p id="matches" class="matches soft" role="status"></p>`;
}

function choice(name: string, title: string, values: readonly string[]): Markup {
  const options = values.map((value) => markup`<option value="${value}">${value}</option>`);
  return markup`<label class="field">${title} <select name="${name}"><option value="">all</option>${options}</select></label>`;
}

function distinct(values: readonly string[]): string[] {
  return Array.from(new Set(values)).sort();
}
