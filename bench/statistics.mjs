/** The middle one; of an even number, the mean of the two in the middle. */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What is reported of a figure that was measured several times; undefined when it never was. */
export function spread(values) {
  const measured = values.filter((value) => value !== undefined);
  if (measured.length === 0) return undefined;
  return { median: median(measured), min: Math.min(...measured), max: Math.max(...measured), runs: measured.length };
}

/** How many times the other one; undefined where one of the two is missing. */
export function ratio(one, other) {
  return one === undefined || other === undefined || other.median === 0 ? undefined : one.median / other.median;
}
