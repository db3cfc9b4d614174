/**
 * For what only `npm run test:all` and the nightly workflow run, because `npm test` shows it in a cheaper way. What is left to chance
 * in it runs with a seed as well: `npm run test:explore`.
 */
const isWhole = Boolean(process.env["TEST_ALL"] || process.env["PROPERTY_SEED"]);

export const describeInWholeSuite = isWhole ? describe : describe.skip;
