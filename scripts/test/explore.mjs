import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "../shared/paths.mjs";
import { say } from "../shared/script.mjs";
import { runTests } from "./run-tests.mjs";

/** Runs the tests that leave something to chance, from a new seed, and says how to repeat that. */
export async function explore(args) {
  const { seed, jestArgs, repeat } = exploration(args, projectFolder);
  say(`PROPERTY_SEED=${seed}`);
  const code = await runTests(jestArgs, { PROPERTY_SEED: seed });
  say(`To repeat this run: ${repeat}`);
  return code;
}

/** The seed of a run of `npm run test:explore`, the arguments for jest, and the command that does the same again. */
export function exploration(args, folder, env = process.env) {
  const seed = env.PROPERTY_SEED ?? String(randomInt(2 ** 31));
  return {
    seed,
    jestArgs: args.length > 0 ? args : testsOfChance(folder),
    repeat: ["PROPERTY_SEED=" + seed, "npm run test:explore", ...(args.length > 0 ? ["--", ...args] : [])].join(" "),
  };
}

/** The test files that try what fast-check thinks of. */
function testsOfChance(folder) {
  return readdirSync(path.join(folder, "tests"), { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join("tests", file))
    .filter((file) => readFileSync(path.join(folder, file), "utf8").includes('from "fast-check"'))
    .sort();
}
