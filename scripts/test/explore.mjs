import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "../shared/paths.mjs";
import { say } from "../shared/script.mjs";
import { runTests } from "./run-tests.mjs";

/** Runs the randomized tests from a new seed, and prints how to repeat the run. */
export async function explore(args) {
  const { seed, jestArgs, repeat } = exploration(args, projectFolder);
  say(`PROPERTY_SEED=${seed}`);
  const code = await runTests(jestArgs, { PROPERTY_SEED: seed });
  say(`To repeat this run: ${repeat}`);
  return code;
}

/** The seed for `npm run test:explore`, the arguments for Jest, and the command that repeats the run. */
export function exploration(args, folder, env = process.env) {
  const seed = env.PROPERTY_SEED ?? String(randomInt(2 ** 31));
  return {
    seed,
    jestArgs: args.length > 0 ? args : randomizedTests(folder),
    repeat: ["PROPERTY_SEED=" + seed, "npm run test:explore", ...(args.length > 0 ? ["--", ...args] : [])].join(" "),
  };
}

/** The test files that use fast-check. */
function randomizedTests(folder) {
  return readdirSync(path.join(folder, "tests"), { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join("tests", file))
    .filter((file) => readFileSync(path.join(folder, file), "utf8").includes('from "fast-check"'))
    .sort();
}
