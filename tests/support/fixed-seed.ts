/** Runs before each test file, so that none passes or fails by chance. */
import fc from "fast-check";
import { chanceFrom, SEED } from "./chance";

fc.configureGlobal({ seed: SEED });
Math.random = chanceFrom(SEED);
