// npm run test:explore [-- JEST ARGUMENTS] - the tests that leave something to chance, from a new seed. PROPERTY_SEED=N repeats a run.
import { exploration } from "./exploration.mjs";
import { main } from "./main.mjs";
import { projectFolder } from "./paths.mjs";
import { runTests } from "./run-tests.mjs";
import { say } from "./say.mjs";

await main(async (args) => {
  const { seed, jestArgs, repeat } = exploration(args, projectFolder);
  say(`PROPERTY_SEED=${seed}`);
  const code = await runTests(jestArgs, { PROPERTY_SEED: seed });
  say(`To do the same again: ${repeat}`);
  return code;
});
