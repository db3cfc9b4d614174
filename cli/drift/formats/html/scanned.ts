import type { AccountScan, Report } from "../../report";
import { amount, grouped } from "../../../plural";
import type { Markup } from "./markup";
import { markup, NOTHING } from "./markup";

/** What was scanned: resources in sync, stacks and accounts. */
export function scanned({ inSync, stacks, accounts }: Report): Markup {
  const resources = inSync.map(({ kind, name, stack, id }) => [kind, name, stack, id]);
  const counts = stacks.map(({ stack, resources: count }) => [stack, grouped(count)]);
  const urls = accounts.map((account) => [account.url, account.providers.join(", "), rightsOf(account)]);
  return markup`<section aria-labelledby="scanned">
<h2 id="scanned">What was scanned</h2>
${folded(`${amount(inSync.length, "resource")} in sync`, ["Kind", "Name", "Stack", "Id"], resources)}
${folded(amount(stacks.length, "stack"), ["Stack", "Resources"], counts)}
${folded(amount(accounts.length, "account"), ["Account", "Providers", "Token"], urls)}
</section>`;
}

function rightsOf({ canWrite }: AccountScan): string {
  return canWrite === undefined ? "unknown" : canWrite ? "read-write" : "read-only";
}

function folded(title: string, head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  if (rows.length === 0) return NOTHING;
  const columns = head.map((name) => markup`<th scope="col">${name}</th>`);
  const lines = rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>`);
  return markup`<details class="folded"><summary>${title}</summary>
<table><caption class="hidden">${title}</caption><thead><tr>${columns}</tr></thead><tbody>${lines}</tbody></table>
</details>`;
}
