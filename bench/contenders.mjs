import path from "node:path";

import { projectFolder } from "../scripts/shared/paths.mjs";

/** Whose runs are compared. `program` is a file of bench/programs/; what asks no service costs the same however slow that is. */
const CONTENDERS = {
  ours: { program: "ours.cjs", asksService: true, says: "pulumi-compute" },
  null: {
    program: "null.cjs",
    asksService: false,
    says: "a dynamic provider that does nothing, stored as a loader text",
  },
  naive: {
    program: "naive.cjs",
    asksService: true,
    says:
      "a dynamic provider as it is usually written by hand: stored by value, one GET per read, each create polls on its own every " +
      "2 seconds, the first time at once; no limiter, no retry but on 429, no waiting for a delete",
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

/** The contenders by their names, then the peers, which are programs of somebody else: NAME=FOLDER. */
export function chosenContenders(names, peers) {
  const ours = names.map((name) => ({ name, ...CONTENDERS[name] }));
  const theirs = peers.map((peer) => {
    const [name, folder] = splitAt(peer, "--peer", "NAME=FOLDER");
    return { name, folder: path.resolve(projectFolder, folder), asksService: true, says: "a peer" };
  });
  return [...ours, ...theirs];
}

/** Variables from K=V, with `{url}`, `{token}` and `{origin}` for those of the emulator. */
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
  if (at < 1 || at === text.length - 1) throw new Error(`${flag} takes ${form}, not ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}
