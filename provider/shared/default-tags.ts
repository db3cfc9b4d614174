/**
 * The default tags: an array, or `compute:defaultTags` in the stack config, which is JSON or a string of comma-separated tags.
 * @throws Error if they are neither
 */
export function parsedTags(given: unknown): readonly string[] {
  const problem = tagsProblem(given);
  if (problem !== undefined) throw new Error(`compute:defaultTags ${problem}.`);
  return tagsIn(given) as readonly string[];
}

/** Why these are no default tags. */
export function tagsProblem(given: unknown): string | undefined {
  const value = tagsIn(given);
  if (Array.isArray(value) && value.every((tag) => typeof tag === "string" && tag !== "")) return undefined;
  return 'must be an array of tags, or a comma-separated string such as "team-a,prod"';
}

function tagsIn(given: unknown): unknown {
  return typeof given === "string" ? parsedText(given.trim()) : (given ?? []);
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
