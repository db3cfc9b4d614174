import { commandText, oneLine, shortened } from "../text";

/** Syntax of Markdown, HTML, tables and math, and characters that create links to users, issues and pages. */
const SPECIAL = /[&<>`*_~[\]\\|!$:#]|(?<=www)\./gi;

/** An @ and a zero-width space, so that it mentions and notifies nobody. */
const NO_MENTION = "@&#8203;";

/** Untrusted text as inline code: on one line, shortened to the limit, with all syntax escaped. */
export function code(text: string, limit: number): string {
  const escaped = shortened(oneLine(text), limit)
    .replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll("@", NO_MENTION);
  return `<code>${escaped.trim() === "" ? "&nbsp;" : escaped}</code>`;
}

/** Commands in a code block. Its fence is longer than any in the commands, so they cannot break out. */
export function block(commands: readonly string[]): string {
  const lines = commands.map(commandText).join("\n");
  const longest = (lines.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}sh\n${lines}\n${fence}`;
}

/** Text of this package, in which a dollar sign could begin a formula. */
export function plain(text: string): string {
  return text.replaceAll("$", "&#36;").replaceAll("->", "→");
}
