const RUNS = Number(process.env["FUZZ_RUNS"] ?? 40);
const SEED = process.env["FUZZ_SEED"];

/** Without anything said: a different seed every time, which fast-check shows when it finds something. */
const parameters = { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) };

/**
 * How long the fuzz tests search. `FUZZ_RUNS=5000 npx jest tests/emulator/fuzz` tries more; the seed of a failure is in its
 * message, and `FUZZ_SEED` repeats it.
 */
export const FUZZ = {
  parameters,
  /** Generous: a failure is made smaller before it is shown. */
  timeoutMs: 60_000 + RUNS * 1_000,
};
