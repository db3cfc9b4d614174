// npm test [-- JEST ARGUMENTS] - installs what is missing, runs the tests, and ends with the line `N passed, M failed`.
// npm run test:all [-- --part NAME, or N/M] - runs all tests with the full fault tables, also through both hosts, in parts (lanes.cjs).
// npm run test:explore [-- JEST ARGUMENTS] - runs the randomized tests from a new seed. PROPERTY_SEED=N repeats a run.
// npm run test:changed [-- REF] - runs the tests of the lanes rules, contract and lifecycle for what changed since REF (default: main).
// npm run test:matrix [-- NODE...] - tests what users do, on each supported Node with the oldest and newest SDK. NODE: 20, 22, 24, latest
import { main } from "../shared/script.mjs";
import { explore } from "./explore.mjs";
import { testMatrix } from "./matrix.mjs";
import { testParts } from "./parts.mjs";
import { runTests } from "./run-tests.mjs";

/** By the first argument, which package.json passes. The user's arguments follow it. */
const COMMANDS = {
  "--parts": testParts,
  "--explore": explore,
  // Jest follows imports, and includes what isn't committed yet.
  "--changed": ([ref = "main"]) =>
    runTests([`--changedSince=${ref}`, "--selectProjects", "rules", "contract", "lifecycle"]),
  "--matrix": testMatrix,
};

await main((args) => {
  const [first, ...others] = args;
  return Object.hasOwn(COMMANDS, first) ? COMMANDS[first](others) : runTests(args);
});
