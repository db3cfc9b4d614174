import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { loaderText } from "../../provider/sdk/loader";
import { temporaryFolder } from "../support/temporary-folder";

const folder = temporaryFolder({
  "node_modules/pulumi-compute/package.json": JSON.stringify({
    name: "pulumi-compute",
    exports: { "./runtime": "./runtime.js" },
  }),
  "node_modules/pulumi-compute/runtime.js": "exports.handler = (kind) => ({ handles: kind });",
});

test("the loader text is short and never changes, because every resource in every stack stores two copies", () => {
  expect(loaderText("Instance")).toBe(
    'exports.handler=()=>require("module").createRequire(process.cwd()+"/_")("pulumi-compute/runtime").handler("Instance")',
  );
});

/** The module that the plugin evaluates the text with. */
const evaluator = createRequire(require.resolve("@pulumi/pulumi")).resolve("require-from-string");

/** Evaluates the text as the plugin does: as a module without a file, in a process that runs in `cwd`. */
function evaluateIn(cwd: string): string {
  const script = `
    const load = require(${JSON.stringify(evaluator)});
    process.stdout.write(JSON.stringify(load(process.argv[1]).handler()));`;
  return execFileSync(process.execPath, ["-e", script, loaderText("Instance")], {
    cwd,
    encoding: "utf8",
    stdio: "pipe",
  });
}

test("the loader text finds the package from the program's directory, at or below where it is installed", () => {
  const below = join(folder, "stacks", "dev");
  mkdirSync(below, { recursive: true });
  for (const directory of [folder, below]) expect(evaluateIn(directory)).toBe('{"handles":"Instance"}');
});

test("the error names the package if it isn't installed", () => {
  expect(() => evaluateIn(tmpdir())).toThrow(/Cannot find module 'pulumi-compute\/runtime'/);
});
