import { compareVersions, parseVersion } from "./pulumi-version.mjs";

/** The Nodes that the package is tested on, as npm's ranges: the oldest that it promises, the LTS lines after it, the newest. */
export function nodeRanges({ engines }) {
  return [lowerBound(engines.node), "22", "24", "latest"];
}

/** Those of the ranges that the arguments name, by major version or as `latest`; all without arguments. */
export function chosenRanges(ranges, args) {
  const nameOf = (range) => range.split(".")[0];
  const unknown = args.find((arg) => !ranges.some((range) => nameOf(range) === arg));
  if (unknown)
    throw new Error(`Unknown Node version \`${unknown}\`. Valid versions: ${ranges.map(nameOf).join(", ")}.`);
  return args.length === 0 ? ranges : ranges.filter((range) => args.includes(nameOf(range)));
}

/**
 * The oldest and the newest SDK that run on this Node.
 * @param published `{ version, node }` of each, where `node` is the range that the SDK's package.json asks for
 */
export function fittingSdks(published, nodeVersion) {
  const node = parseVersion(nodeVersion);
  const fitting = published
    .filter((sdk) => compareVersions(node, parseVersion(lowerBound(sdk.node))) >= 0)
    .map(({ version }) => parseVersion(version))
    .filter(({ prerelease }) => !prerelease)
    .sort(compareVersions)
    .map(({ text }) => text);
  if (fitting.length === 0) throw new Error(`No SDK that package.json accepts runs on Node ${nodeVersion}.`);
  return Array.from(new Set([fitting.at(0), fitting.at(-1)]));
}

/** Of a range like `>=20`, in full. */
function lowerBound(range) {
  const bound = /^>=\s*(\d+(?:\.\d+){0,2})$/.exec(range ?? "")?.[1];
  if (!bound) throw new Error(`\`engines.node\` is \`${range}\`, but must be a lower bound like >=20.`);
  return [...bound.split("."), "0", "0"].slice(0, 3).join(".");
}
