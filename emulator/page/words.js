const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
];

/** A duration in its two largest units: `2 d 4 h`, `3 min 20 s`, `0.4 s`. */
export function duration(ms) {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const from = UNITS.findIndex(([, length]) => ms >= length);
  let rest = ms;
  const parts = UNITS.slice(from, from + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? "" : `${count} ${unit}`;
  });
  return parts.filter(Boolean).join(" ");
}

const TONES = {
  ok: ["running", "active", "available", "ready", "successful"],
  off: ["offline", "disabled", "suspended", "paused"],
  warn: ["stopped", "degraded"],
  bad: ["failed", "userAborted"],
};

/** The color of a status: settled, off, unusual, failed or changing. The status itself is always shown next to it. */
export function toneOf(status) {
  return Object.keys(TONES).find((tone) => TONES[tone].includes(status)) ?? "info";
}

export function readable(status) {
  return status.replaceAll("_", " ");
}
