import { shortened } from "../values";
import { commandText, oneLine } from "../words";

/** What begins something in Markdown, HTML, a table or a mathematical formula, and what links to people, issues and pages. */
const SPECIAL = /[&<>`*_~[\]\\|!$:#]|(?<=www)\./gi;

/** A zero-width space: nobody's name begins with it, so that nobody is notified. */
const NO_MENTION = "@&#8203;";

/** A text of somebody else as code: in one line, no longer than the limit, and nothing in it means anything. */
export function code(text: string, limit: number): string {
  const escaped = shortened(oneLine(text), limit)
    .replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll("@", NO_MENTION);
  return `<code>${escaped.trim() === "" ? "&nbsp;" : escaped}</code>`;
}

/** Commands in a block of their own, from which nothing in them can break out. */
export function block(commands: readonly string[]): string {
  const lines = commands.map(commandText).join("\n");
  const longest = (lines.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}sh\n${lines}\n${fence}`;
}
