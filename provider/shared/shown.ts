import { redact } from "./redact";

/**
 * A text as a user may see it: without secrets, and without anything that a terminal or the engine's display would interpret rather
 * than show. Everything that goes to the display, to errors or to a log passes through here once, because any of it may quote the service.
 */
export function withoutSecrets(text: string, secrets: readonly unknown[]): string {
  return printable(redact(text, secrets));
}

/**
 * Control characters, bidirectional overrides and line separators are written as escape codes. `<{%` would start a colour of the
 * engine's display, and an unknown colour crashes the CLI.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped).replaceAll("<{%", "<\\u007b%");
}

const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  return NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
