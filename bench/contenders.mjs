import { readFileSync } from "node:fs";
import path from "node:path";

import { parse } from "yaml";

import { projectFolder } from "../scripts/shared/paths.mjs";

/**
 * `program` is a file in bench/programs/; `plugin` is the folder of the plugin that Pulumi.yaml names. A contender that sends no requests
 * costs the same at every latency and rate limit.
 */
const CONTENDERS = {
  ours: { program: "ours.cjs", asksService: true, says: "pulumi-compute's dynamic provider" },
  native: { program: "native.cjs", plugin: "dist/plugin", asksService: true, says: "pulumi-compute's native plugin" },
  null: {
    program: "null.cjs",
    asksService: false,
    says: "a dynamic provider that does nothing, stored as loader text",
  },
  "null-state": {
    program: "null-state.cjs",
    asksService: false,
    says: "the provider that does nothing, but keeps as much state as ours, and returns the inputs from a refresh",
  },
  naive: {
    program: "naive.cjs",
    asksService: true,
    says:
      "a dynamic provider as usually written by hand: stored by value; one GET per read; each create polls separately, at once and then " +
      "every 2 seconds; no limiter, retries only after a 429, doesn't wait for deletes",
    leavesOut: ["zone"],
  },
  "null-module": {
    program: "null-module.cjs",
    asksService: false,
    says: "the provider that does nothing, captured by name as a module of `node_modules`",
  },
  "null-inline": {
    program: "null-inline.cjs",
    asksService: false,
    says: "the provider that does nothing, captured by value from the program",
  },
};

export const CONTENDER_NAMES = Object.keys(CONTENDERS);

/** The named contenders, then the peers: third-party programs, given as NAME=DIR and described by the project file there. */
export function chosenContenders(names, peers) {
  const ours = names.map((name) => ({ name, ...CONTENDERS[name] }));
  const theirs = peers.map((peer) => {
    const [name, given] = splitAt(peer, "--peer", "NAME=DIR");
    const folder = path.resolve(projectFolder, given);
    const { description: says = "a peer" } = parse(readFileSync(path.join(folder, "Pulumi.yaml"), "utf8"));
    return { name, folder, asksService: true, says };
  });
  return [...ours, ...theirs];
}

/** Environment variables from K=V pairs, in which `{url}`, `{token}` and `{origin}` are replaced by the emulator's. */
export function variables(pairs, flag, emulator) {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, value] = splitAt(pair, flag, "K=V");
      const { url, token } = emulator;
      const filled = value.replaceAll("{url}", url).replaceAll("{token}", token);
      return [name, filled.replaceAll("{origin}", new URL(url).origin)];
    }),
  );
}

function splitAt(text, flag, form) {
  const at = text.indexOf("=");
  if (at < 1 || at === text.length - 1) throw new Error(`${flag} must be ${form}, not ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}
