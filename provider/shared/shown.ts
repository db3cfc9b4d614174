import { redact } from "./redact";

/**
 * A text that is safe to show: without secrets, and without anything that a terminal or the engine's display would interpret.
 * Everything that goes to the display, to errors or to a log passes through here once, because any of it may quote a response.
 */
export function withoutSecrets(text: string, secrets: readonly unknown[]): string {
  return printable(redact(text, secrets));
}

/**
 * Escapes control characters, bidirectional overrides and line separators; also `<{%`, which would start a color of the engine's
 * display: an unknown color crashes the CLI.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped).replaceAll("<{%", "<\\u007b%");
}

const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  return NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
