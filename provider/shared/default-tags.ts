/**
 * The default tags: an array, or `compute:defaultTags` in the stack config, which is JSON or a string of comma-separated tags.
 * @throws Error if they are neither
 */
export function parsedTags(given: unknown): readonly string[] {
  const value = typeof given === "string" ? parsedText(given.trim()) : (given ?? []);
  if (Array.isArray(value) && value.every((tag): tag is string => typeof tag === "string" && tag !== "")) return value;
  throw new Error(
    'Invalid compute:defaultTags. Use an array of tags, or a comma-separated string such as "team-a,prod".',
  );
}

function parsedText(text: string): unknown {
  if (!/^[[{"]/.test(text)) return text.split(",").flatMap((tag) => tag.trim() || []);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The resource's own tags, then the default ones that it does not have. */
export function unionOfTags(own: readonly unknown[], defaults: readonly unknown[]): readonly unknown[] {
  return [...own, ...defaults.filter((tag) => !own.includes(tag))];
}
