import { printable } from "../../../printable";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** What XML has no way to write: halves of surrogate pairs, and two characters that are none. */
const IMPOSSIBLE = /[\ud800-\udfff\ufffe\uffff]/gu;

type Attributes = Readonly<Record<string, string | number>>;

/** An element with its children, which are XML already, each in lines of its own. */
export function element(name: string, attributes: Attributes, children: readonly string[]): string {
  if (children.length === 0) return `${opening(name, attributes)}/>`;
  const inside = children.flatMap((child) => child.split("\n")).map((line) => `  ${line}`);
  return [`${opening(name, attributes)}>`, ...inside, `</${name}>`].join("\n");
}

/** An element with a text, in which every space counts. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return `${opening(name, attributes)}>${escaped(text)}</${name}>`;
}

function opening(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${written.join("")}`;
}

/** Control characters, which XML forbids, are written as JSON has them. */
function escaped(text: string): string {
  return printable(text)
    .replace(IMPOSSIBLE, "")
    .replace(/[&<>"\n]/g, (character) => ENTITIES[character] ?? character);
}
