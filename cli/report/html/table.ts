import type { Markup } from "./markup";
import { markup } from "./markup";

/** A table whose first column names the rows. */
export function tableOf(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  const columns = head.map((name) => markup`<th scope="col">${name}</th>`);
  const lines = rows.map(
    ([name = "", ...cells]) =>
      markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`,
  );
  return markup`<table>
<caption class="hidden">${caption}</caption>
<thead><tr>${columns}</tr></thead>
<tbody>${lines}</tbody>
</table>`;
}
