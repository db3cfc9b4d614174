import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { loaderText, resourceAt, resourceIn } from "../../provider/shared/loader";
import type { LoadedResource } from "../../provider/shared/loader";
import { temporaryFolder } from "../support/temporary-folder";

const folder = temporaryFolder({
  "node_modules/pulumi-compute/package.json": JSON.stringify({
    name: "pulumi-compute",
    exports: { "./runtime": "./runtime.js" },
  }),
  "node_modules/pulumi-compute/runtime.js": `
    exports.of = (address) => ({ handler: () => ({ handles: address }) });
    exports.handler = (kind) => ({ handles: kind });`,
});

const WEB = { kind: "Instance", urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Instance::web" };

/** The text of version 0.1.0. */
const EARLIER =
  'exports.handler=()=>require("module").createRequire(process.cwd()+"/_")("pulumi-compute/runtime").handler("Instance")';

test("the loader text is short and never changes, because every resource in every stack stores two copies", () => {
  expect(loaderText(WEB)).toBe("module.exports=require('pulumi-compute/runtime').of('dev::shop::Instance::web')");
  expect(loaderText({ kind: "Instance" })).toBe("module.exports=require('pulumi-compute/runtime').of('Instance')");
});

test.each<[title: string, resource: LoadedResource]>([
  ["a .get", { kind: "DomainRecord" }],
  ["a resource", WEB],
  ["one in an organization", { ...WEB, organization: "acme" }],
  [
    "one whose parent is of the same type",
    { ...WEB, urn: WEB.urn.replace("shop::", "shop::pulumi-nodejs:dynamic/compute:Instance$") },
  ],
  ["one below components", { ...WEB, urn: WEB.urn.replace("shop::", "shop::my:site:Site$Instance$") }],
  ...["a$b::c", "it's", 'a "name"', "a\\b", "a\nb", "a\u2028b", "a/b", "')+x('", "ü"].map(
    (name): [string, LoadedResource] => [JSON.stringify(name), { ...WEB, urn: WEB.urn.replace(/web$/, () => name) }],
  ),
])("the loader text has the URN of %s", (_, resource) => {
  const text = loaderText(resource);
  const { handles } = JSON.parse(evaluateIn(folder, text)) as { handles: string };
  expect(resourceAt(handles)).toEqual(resource);
  expect(resourceIn(text)).toEqual(resource);
});

test("the loader text of an earlier version has no URN", () => {
  expect(resourceIn(EARLIER)).toBeUndefined();
});

/** The module that the plugin evaluates the text with. */
const evaluator = createRequire(require.resolve("@pulumi/pulumi")).resolve("require-from-string");

/** Evaluates a text as the plugin does: as a module without a file, in a process that runs in `cwd`. */
function evaluateIn(cwd: string, text: string): string {
  const script = `
    const load = require(${JSON.stringify(evaluator)});
    process.stdout.write(JSON.stringify(load(process.argv[1]).handler()));`;
  return execFileSync(process.execPath, ["-e", script, text], { cwd, encoding: "utf8", stdio: "pipe" });
}

/** With Plug'n'Play, Yarn sets this version. */
function withPlugAndPlay<T>(work: () => T): T {
  Object.defineProperty(process.versions, "pnp", { value: "3", configurable: true });
  try {
    return work();
  } finally {
    delete (process.versions as Record<string, unknown>).pnp;
  }
}

const TEXTS = [loaderText({ kind: "Instance" }), withPlugAndPlay(() => loaderText({ kind: "Instance" })), EARLIER];

test.each(TEXTS)("%s finds the package from the program's directory, at or below where it is installed", (text) => {
  const below = join(folder, "stacks", "dev");
  mkdirSync(below, { recursive: true });
  for (const directory of [folder, below]) expect(evaluateIn(directory, text)).toBe('{"handles":"Instance"}');
});

test.each(TEXTS)("the error of %s names the package if it isn't installed", (text) => {
  expect(() => evaluateIn(tmpdir(), text)).toThrow(/Cannot find module 'pulumi-compute\/runtime'/);
});

test("only with Plug'n'Play does the text name the directory from which the package is resolved", () => {
  expect(TEXTS.map((text) => text.includes("createRequire(process.cwd()"))).toEqual([false, true, true]);
});
