// npm test [-- JEST ARGUMENTS] - prepares what is missing, runs the tests, and ends with the line `N passed, M failed`.
// npm run test:all - npm test with the whole tables of faults, then npm run test:explore. It takes half an hour.
// npm run test:explore [-- JEST ARGUMENTS] - the tests that leave something to chance, from a new seed. PROPERTY_SEED=N repeats a run.
// npm run test:changed [-- REF] - the tests of what has changed since REF (or the branch began), as many as fit into a minute.
// npm run test:matrix [-- NODE...] - what users do, on each supported Node with the SDKs that run on it. NODE: 20, 22, 24, latest
import { main } from "../shared/script.mjs";
import { testChanged } from "./changed.mjs";
import { explore } from "./explore.mjs";
import { testMatrix } from "./matrix.mjs";
import { runTests } from "./run-tests.mjs";

/** By the first argument, which package.json gives; what follows it is the user's. */
const WAYS = { "--everything": testEverything, "--explore": explore, "--changed": testChanged, "--matrix": testMatrix };

await main((args) => {
  const [first, ...others] = args;
  return Object.hasOwn(WAYS, first) ? WAYS[first](others) : runTests(args);
});

async function testEverything() {
  const whole = await runTests([], { TEST_ALL: "1" });
  const explored = await explore([]);
  return whole || explored;
}
