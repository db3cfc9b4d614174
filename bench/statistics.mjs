function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The figures that the report shows for several measurements; undefined without any. */
export function spread(values) {
  const measured = values.filter((value) => value !== undefined);
  if (measured.length === 0) return undefined;
  return { median: median(measured), min: Math.min(...measured), max: Math.max(...measured), runs: measured.length };
}
