import { tries } from "../../../support/chance";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? tries(40));

/** How long the fuzz tests run: `FUZZ_RUNS=5000 npm run test:explore -- tests/emulator/fuzz` tries more cases. */
export const FUZZ = {
  parameters: { numRuns: RUNS },
  /** Generous: a failure is shrunk before it is shown. */
  timeoutMs: 60_000 + RUNS * 1_000,
};
