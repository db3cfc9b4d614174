/** For what only `npm run test:all` and the nightly workflow run, because `npm test` shows it in a cheaper way. */
const isWhole = Boolean(process.env["TEST_ALL"]);

export const describeInWholeSuite = isWhole ? describe : describe.skip;
