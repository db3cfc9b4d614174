import { printable } from "../../printable";
import type { PropertyDrift } from "../report";

/** Both values of a property, formatted. */
export interface ShownValues {
  readonly expected: string;
  readonly actual: string;
}

/** Number of equal characters to show before the first difference of long values. */
const LEAD = 12;

/** The values as JSON on one line; `(secret)` in place of secrets. */
export function wholeValues(property: PropertyDrift): ShownValues {
  if (property.isSecret === true) return { expected: "(secret)", actual: "(secret)" };
  return { expected: valueText(property.expected), actual: valueText(property.actual) };
}

/** The values, shortened to the limit; long ones begin near their first difference. */
export function shortValues(property: PropertyDrift, limit: number): ShownValues {
  const { expected, actual } = wholeValues(property);
  if (expected.length <= limit && actual.length <= limit) return { expected, actual };
  const same = commonStart(expected, actual);
  const from = same > limit - LEAD && same < Math.max(expected.length, actual.length) ? same - LEAD : 0;
  return { expected: excerpt(expected, from, limit), actual: excerpt(actual, from, limit) };
}

/** Shortens the text to the limit. A shortened text ends with its original length. */
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
  // Drops half of a surrogate pair at either end.
  const whole = part.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  return `${before}${whole}${after} (${text.length.toLocaleString("en-US")} characters)`;
}
