import { printable } from "../../terminal/printable";

/** HTML that is already escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type MarkupPart = string | number | Markup | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const NOTHING = new Markup("");

/** Tag for HTML templates. Escapes every value except `Markup`. */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(textOf)));
}

/** A message in which `backticks` mark code. */
export function withCode(message: string): Markup {
  const parts = message.split("`");
  if (parts.length % 2 === 0) return markup`${message}`;
  return new Markup(
    parts.map((part, index) => (index % 2 ? markup`<code>${part}</code>` : markup`${part}`).text).join(""),
  );
}

function textOf(part: MarkupPart): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("\n");
  return printable(String(part)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
