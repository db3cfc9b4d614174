import { printable } from "../terminal/printable";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** Characters that XML cannot represent: lone surrogates and two noncharacters. */
const IMPOSSIBLE = /[\ud800-\udfff\ufffe\uffff]/gu;

type Attributes = Readonly<Record<string, string | number>>;

/** An element with its children, which are already XML, each on separate lines. */
export function element(name: string, attributes: Attributes, children: readonly string[]): string {
  if (children.length === 0) return `${opening(name, attributes)}/>`;
  const inside = children.flatMap((child) => child.split("\n")).map((line) => `  ${line}`);
  return [`${opening(name, attributes)}>`, ...inside, `</${name}>`].join("\n");
}

/** An element with text, in which whitespace is significant. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return `${opening(name, attributes)}>${escaped(text)}</${name}>`;
}

function opening(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${written.join("")}`;
}

/** Control characters, which XML forbids, become JSON escapes. */
function escaped(text: string): string {
  return printable(text)
    .replace(IMPOSSIBLE, "")
    .replace(/[&<>"\n]/g, (character) => ENTITIES[character] ?? character);
}
