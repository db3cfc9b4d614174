/** Runs before each test file. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
// The server's channels must exist before anything subscribes to them: Node 20 drops a subscriber if the channel is collected first.
import "node:http";
import path from "node:path";
import { chanceFrom, SEED } from "./chance";

// Randomness is seeded so that no test passes or fails by chance: fast-check's in seeded-fast-check.ts.
Math.random = chanceFrom(SEED);

// Each test file has a copy of `process`, whose getters recompute what the real one caches: axios reads this for each request.
Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: process.allowedNodeEnvironmentFlags });

countCosts();

/** Records what the test file costs, if `npm test` counts it: the requests to emulators in this process, and the CLI's commands. */
function countCosts(): void {
  const folder = process.env.TEST_COSTS_FOLDER;
  const { testPath } = expect.getState();
  if (folder === undefined || testPath === undefined) return;
  const name = (process.env.FRONT_END ?? "") + path.relative(path.resolve(__dirname, ".."), testPath);
  const file = path.join(folder, name.replaceAll(/[\\/]/g, "!"));
  process.env.TEST_COSTS = file;
  let requests = 0;
  const count = (): void => void requests++;
  beforeAll(() => subscribe("http.server.response.finish", count));
  afterAll(() => {
    unsubscribe("http.server.response.finish", count);
    appendFileSync(file, `${requests} requests\n`);
  });
}
