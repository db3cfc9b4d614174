import { readFileSync } from "node:fs";

export const versions = JSON.parse(readFileSync(new URL("./pulumi-versions.json", import.meta.url), "utf8"));

/** `v3.250.0`, `3.251.0-alpha.1`, `go1.26.8`: the first version in the last line that has one. */
export function parseVersion(text) {
  const line = text.split(/\r?\n/).findLast((candidate) => /\d+\.\d+/.test(candidate));
  const match = line && /(\d+)\.(\d+)(?:\.(\d+))?(-[0-9A-Za-z.-]+)?/.exec(line);
  if (!match) return undefined;
  const numbers = [match[1], match[2], match[3] ?? "0"].map(Number);
  return { numbers, prerelease: match[4] !== undefined, text: `${numbers.join(".")}${match[4] ?? ""}` };
}

/** Negative, zero or positive, as in a sort; a pre-release comes before its release. */
export function compareVersions(a, b) {
  for (const [index, number] of a.numbers.entries()) {
    if (number !== b.numbers[index]) return number - b.numbers[index];
  }
  return Number(b.prerelease) - Number(a.prerelease);
}

/** A pre-release of the upper bound is above the range too: 4.0.0-alpha has the new major version's behaviour. */
export function isSupported(version, range = versions.onPath) {
  const below = parseVersion(range.below);
  return (
    compareVersions(version, parseVersion(range.atLeast)) >= 0 &&
    compareVersions({ ...version, prerelease: false }, below) < 0
  );
}

export function rangeText(range = versions.onPath) {
  return `${range.atLeast} or later and below ${range.below}`;
}
