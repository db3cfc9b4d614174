import { excerpt, excerpts } from "../../../provider/lifecycle/wording";
import { printable } from "../../printable";
import type { PropertyDrift } from "../report";

/** Both values of a property, formatted. */
export interface ShownValues {
  readonly expected: string;
  readonly actual: string;
}

/** The values as JSON on one line; `(secret)` in place of secrets. */
export function wholeValues(property: PropertyDrift): ShownValues {
  if (property.isSecret === true) return { expected: "(secret)", actual: "(secret)" };
  return { expected: valueText(property.expected), actual: valueText(property.actual) };
}

/** The values, shortened to the limit; long ones begin near their first difference. */
export function shortValues(property: PropertyDrift, limit: number): ShownValues {
  const values = wholeValues(property);
  const [expected = "", actual = ""] = excerpts([values.expected, values.actual], limit);
  return { expected, actual };
}

/** Shortens the text to the limit. A shortened text ends with its original length. */
export function shortened(text: string, limit: number): string {
  return excerpt(text, 0, limit);
}

function valueText(value: unknown): string {
  return value === undefined ? "(none)" : printable(JSON.stringify(value));
}
