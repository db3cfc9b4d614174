import { Code } from "../code";
import { literal, widthOf, WIDTH } from "./text";

const INDENT = "  ";
/** As in Prettier, a string of any length stays on the line of a property whose name is this short. */
const SHORT_NAME = 4;

/** `name: value,`, indented. */
function property(name: string, value: unknown, indent: string): string {
  const head = `${indent}${name}:`;
  const text = printed(value, indent, widthOf(`${head} ,`));
  const isTooLong = typeof value === "string" && widthOf(`${head} ${text},`) > WIDTH && name.length > SHORT_NAME;
  return isTooLong ? `${head}\n${indent}${INDENT}${text},` : `${head} ${text},`;
}

/** The properties of an object, one per line. */
export function properties(values: object, indent: string): string {
  return Object.entries(values)
    .map(([name, value]) => property(name, value, indent))
    .join("\n");
}

/**
 * A value, without the indentation of its first line.
 * @param taken columns of the line that other text takes
 */
export function printed(value: unknown, indent: string, taken: number): string {
  const short = flat(value);
  const fits = !isSpread(value) && taken + widthOf(short) <= WIDTH;
  if (fits) return short;
  const inner = `${indent}${INDENT}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${printed(item, inner, widthOf(`${inner},`))},`);
    return `[\n${items.join("\n")}\n${indent}]`;
  }
  if (typeof value === "object" && value !== null && !(value instanceof Code)) {
    return `{\n${properties(value, inner)}\n${indent}}`;
  }
  return short;
}

/** Whether a list always takes several lines: it has several objects, each with several members. */
function isSpread(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 1 && value.every((item) => isObject(item) && Object.keys(item).length > 1)
  );
}

function flat(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${flat(member)}`);
    return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
  }
  return typeof value === "string" ? literal(value) : String(value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Code);
}
