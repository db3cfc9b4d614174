/** Matches one item; undefined matches any number of items. */
type ItemPattern = ((item: string) => boolean) | undefined;

/** Whether a path pattern with `*`, `**` and `{name}` matches these decoded segments. */
export function matchesPath(pattern: string, segments: readonly string[]): boolean {
  const steps = pattern.split("/").filter(Boolean).map(segmentStep);
  return follows(
    steps,
    segments.flatMap((segment) => segment.split("/")),
  );
}

function segmentStep(part: string): ItemPattern {
  if (part === "**") return undefined;
  if (/^\{[^}]*\}$/.test(part)) return (segment) => segment !== "";
  const steps = [...part].map((wanted): ItemPattern =>
    wanted === "*" ? undefined : (character) => character === wanted,
  );
  return (segment) => follows(steps, [...segment]);
}

/** Patterns are user input: unlike with a regular expression, the time is at most proportional to the product of both lengths. */
function follows(steps: readonly ItemPattern[], items: readonly string[]): boolean {
  let [step, item] = [0, 0];
  let lastFree: { readonly step: number; item: number } | undefined;
  while (item < items.length) {
    const matches = steps[step];
    if (step < steps.length && matches === undefined) {
      lastFree = { step: (step += 1), item };
    } else if (matches?.(items[item] ?? "") === true) {
      step += 1;
      item += 1;
    } else if (lastFree !== undefined) {
      // Backtrack: the last wildcard takes one more item.
      step = lastFree.step;
      item = lastFree.item += 1;
    } else return false;
  }
  return steps.slice(step).every((rest) => rest === undefined);
}
