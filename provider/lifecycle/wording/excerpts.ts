/** Number of equal characters to show before the first difference of long texts. */
const LEAD = 12;

/** The texts, shortened to the limit; long ones begin near their first difference. */
export function excerpts(texts: readonly string[], limit: number): string[] {
  if (texts.every(({ length }) => length <= limit)) return [...texts];
  const same = commonStart(texts);
  const from = same > limit - LEAD && texts.some(({ length }) => same < length) ? same - LEAD : 0;
  return texts.map((text) => excerpt(text, from, limit));
}

function commonStart([first = "", ...others]: readonly string[]): number {
  let same = 0;
  while (same < first.length && others.every((other) => other[same] === first[same])) same += 1;
  return same;
}

/** The text from there on, shortened to the limit. A shortened text ends with its original length. */
export function excerpt(text: string, from: number, limit: number): string {
  if (text.length <= limit) return text;
  const part = text.slice(from, from + limit);
  const before = from > 0 ? "…" : "";
  const after = from + limit < text.length ? "…" : "";
  // Drops half of a surrogate pair at either end.
  const whole = part.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  return `${before}${whole}${after} (${text.length.toLocaleString("en-US")} characters)`;
}
