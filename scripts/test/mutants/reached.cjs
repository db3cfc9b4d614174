/**
 * Records which mutants are reached, in the file that MUTANTS_REACHED names. It is loaded into each test file, and through NODE_OPTIONS into
 * the processes that the file starts. Each number is written at once, because many of these processes are killed.
 */
const { appendFileSync } = require("node:fs");
const path = require("node:path");

const folder = process.env.MUTANTS_REACHED_FOLDER;
if (folder && globalThis.expect) {
  const { testPath } = globalThis.expect.getState();
  process.env.MUTANTS_REACHED = path.join(folder, path.relative(process.cwd(), testPath).replaceAll(path.sep, "!"));
  const options = process.env.NODE_OPTIONS ?? "";
  if (!options.includes(__filename)) process.env.NODE_OPTIONS = `${options} --require=${__filename}`.trim();
}

const file = process.env.MUTANTS_REACHED;
if (file && !globalThis.__stryker__) {
  const reached = new Set();
  const note = {
    get: (_, id) => (reached.has(id) ? 1 : undefined),
    set(_, id) {
      if (reached.has(id)) return true;
      reached.add(id);
      appendFileSync(file, `${id}\n`);
      return true;
    },
  };
  globalThis.__stryker__ = { mutantCoverage: { static: new Proxy({}, note), perTest: {} } };
}
