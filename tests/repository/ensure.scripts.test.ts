import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

import { runInNode } from "../support/run-in-node";
import { temporaryFolder } from "../support/temporary-folder";

describe("installed packages", () => {
  const lockfile = {
    packages: {
      "": { version: "0.1.0" },
      "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
      "node_modules/binary-for-elsewhere": { version: "2.0.0", integrity: "sha512-b", optional: true },
    },
  };

  test.each<[string, object, string[]]>([
    ["match the lockfile even without those for other platforms", lockfile.packages["node_modules/a"], []],
    ["need an install if one has another version", { version: "1.0.1", integrity: "sha512-a" }, ["node_modules/a"]],
    ["need an install if one is missing", {}, ["node_modules/a"]],
  ])("%s", async (_what, recorded, differences) => {
    const body = `return (await load("shared/ensure")).differences(input.lockfile, input.recorded)`;
    const packages = Object.keys(recorded).length > 0 ? { "node_modules/a": recorded } : {};
    expect((await runInNode(body, { lockfile, recorded: { packages } })).value).toEqual(differences);
  });

  test("are reinstalled after an interrupted install, which leaves no record", async () => {
    const folder = temporaryFolder({ "package-lock.json": "{}", "node_modules/a/index.js": "" });
    const body = `return (await load("shared/ensure")).isInstalled(input)`;
    expect((await runInNode(body, folder)).value).toBe(false);
  });
});

describe("the build", () => {
  const REPORT_PAGE = "cli/report/html/page";
  function clone() {
    return temporaryFolder({
      "tsconfig.json": "{}",
      "tsconfig.build.json": "{}",
      "package.json": "{}",
      "package-lock.json": "{}",
      "scripts/build.mjs": "",
      "provider/a.ts": "1",
      "emulator/page/page.css": "1",
      "dist/provider/a.js": "1",
      "dist/provider/a.d.ts": "",
      "dist/emulator/page/page.css": "1",
      "provider/native/schema.json": "{}",
      "dist/plugin/plugin.cjs": "1",
      "dist/runtime/runtime.js": "1",
      [`${REPORT_PAGE}/page.css`]: "1",
      [`dist/${REPORT_PAGE}/page.css`]: "1",
    });
  }

  let hash: string;

  beforeAll(async () => {
    hash = (await runInNode<string>(`return (await load("shared/ensure")).hashSources(input)`, clone())).value;
  });

  test.each<[string, boolean, string, (file: string) => void]>([
    ["up to date if only timestamps changed", true, "provider/a.ts", (file) => utimesSync(file, 0, 0)],
    ["out of date if a source changed", false, "provider/a.ts", (file) => writeFileSync(file, "2")],
    ["out of date if a source was added", false, "provider/b.ts", (file) => writeFileSync(file, "1")],
    ["out of date if a setting changed", false, "tsconfig.json", (file) => writeFileSync(file, "{ }")],
    ["out of date if the version changed", false, "package.json", (file) => writeFileSync(file, '{"version":"2.0.0"}')],
    ["out of date without a bundle", false, "dist/runtime/runtime.js", rmSync],
    ["out of date without an output", false, "dist/provider/a.js", rmSync],
  ])("is %s", async (_what, isBuilt, name, change) => {
    const folder = clone();
    writeFileSync(path.join(folder, "stamp"), hash);
    change(path.join(folder, name));
    const body = `return (await load("shared/ensure")).isBuilt(input, input + "/stamp")`;
    expect((await runInNode(body, folder)).value).toBe(isBuilt);
  });

  test("keeps copied files and bundles; output of deleted sources and obsolete source maps are removed", async () => {
    const folder = clone();
    const kept = ["dist/emulator/page/page.css", `dist/${REPORT_PAGE}/page.css`, "dist/runtime/runtime.js"];
    const compiled = ["dist/provider/a.js", "dist/provider/a.d.ts"];
    const orphans = ["old.js", "a.js.map", "old.d.ts"].map((name) => `dist/provider/${name}`);
    for (const name of orphans) writeFileSync(path.join(folder, name), "");
    await runInNode(`(await load("shared/ensure")).removeOrphans(input)`, folder);
    const left = [...kept, ...compiled, ...orphans].filter((name) => existsSync(path.join(folder, name)));
    expect(left).toEqual([...kept, ...compiled]);
  });
});
