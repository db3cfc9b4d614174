import { exploration } from "./exploration.mjs";
import { projectFolder } from "./paths.mjs";
import { runTests } from "./run-tests.mjs";
import { say } from "./say.mjs";

/** Runs the tests that leave something to chance, from a new seed, and says how to repeat that. */
export async function explore(args) {
  const { seed, jestArgs, repeat } = exploration(args, projectFolder);
  say(`PROPERTY_SEED=${seed}`);
  const code = await runTests(jestArgs, { PROPERTY_SEED: seed });
  say(`To repeat this run: ${repeat}`);
  return code;
}
