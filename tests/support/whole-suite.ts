/**
 * For tests that only `npm run test:all` and the nightly workflow run, because `npm test` covers the same more cheaply. Those with
 * random input also run with a new seed in `npm run test:explore`.
 */
export const isWhole = Boolean(process.env["TEST_ALL"] || process.env["PROPERTY_SEED"]);

export const describeInWholeSuite = isWhole ? describe : describe.skip;
