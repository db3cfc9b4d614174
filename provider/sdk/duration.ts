const UNIT_SECONDS: Readonly<Record<string, number>> = {
  h: 3600,
  m: 60,
  s: 1,
  ms: 0.001,
  us: 1e-6,
  µs: 1e-6,
  ns: 1e-9,
};

/**
 * Seconds in a duration in the format of Pulumi's `customTimeouts`: "90s", "1h30m".
 * @returns undefined if it is not a duration, which the engine itself rejects.
 */
export function durationSec(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?[^\d.]+)+$/.test(text)) return undefined;
  const parts = Array.from(text.matchAll(/(\d+(?:\.\d+)?)([^\d.]+)/g));
  const sec = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_SECONDS[unit ?? ""] ?? NaN), 0);
  return Number.isNaN(sec) ? undefined : sec;
}
