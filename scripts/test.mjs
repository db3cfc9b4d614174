// npm test [-- JEST ARGUMENTS] - prepares what is missing, runs the tests, and ends with the line `N passed, M failed`.
import { main } from "./main.mjs";
import { runTests } from "./run-tests.mjs";

await main((args) => runTests(args));
