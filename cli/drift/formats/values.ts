import { printable } from "../../printable";
import type { PropertyDrift } from "../report";

/** Both values of a property as they are shown. */
export interface ShownValues {
  readonly expected: string;
  readonly actual: string;
}

/** How much of a long value's beginning is shown before the first difference. */
const LEAD = 12;

/** The values in JSON, in one line each; a secret has none. */
export function wholeValues(property: PropertyDrift): ShownValues {
  if (property.isSecret === true) return { expected: "(secret)", actual: "(secret)" };
  return { expected: valueText(property.expected), actual: valueText(property.actual) };
}

/** The same, no longer than the limit: of long values, the part where they begin to differ. */
export function shortValues(property: PropertyDrift, limit: number): ShownValues {
  const { expected, actual } = wholeValues(property);
  if (expected.length <= limit && actual.length <= limit) return { expected, actual };
  const same = commonStart(expected, actual);
  const from = same > limit - LEAD && same < Math.max(expected.length, actual.length) ? same - LEAD : 0;
  return { expected: excerpt(expected, from, limit), actual: excerpt(actual, from, limit) };
}

/** A text no longer than the limit, and how long it is where something is left out. */
export function shortened(text: string, limit: number): string {
  return excerpt(text, 0, limit);
}

function valueText(value: unknown): string {
  return value === undefined ? "(none)" : printable(JSON.stringify(value));
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same += 1;
  return same;
}

function excerpt(text: string, from: number, limit: number): string {
  if (text.length <= limit) return text;
  const part = text.slice(from, from + limit);
  const before = from > 0 ? "…" : "";
  const after = from + limit < text.length ? "…" : "";
  // A character of two units is not shown in half.
  const whole = part.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  return `${before}${whole}${after} (${text.length.toLocaleString("en-US")} characters)`;
}
