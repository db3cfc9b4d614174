// npm run test:all - npm test with the whole tables of faults, then npm run test:explore. It takes half an hour.
import { explore } from "./explore.mjs";
import { main } from "./main.mjs";
import { runTests } from "./run-tests.mjs";

await main(async () => {
  const whole = await runTests([], { TEST_ALL: "1" });
  const explored = await explore([]);
  return whole || explored;
});
