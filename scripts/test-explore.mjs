// npm run test:explore [-- JEST ARGUMENTS] - the tests that leave something to chance, from a new seed. PROPERTY_SEED=N repeats a run.
import { explore } from "./explore.mjs";
import { main } from "./main.mjs";

await main((args) => explore(args));
