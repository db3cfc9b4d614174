import { rmSync, utimesSync, writeFileSync } from "node:fs";
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
  function clone() {
    return temporaryFolder({
      "tsconfig.json": "{}",
      "tsconfig.build.json": "{}",
      "package.json": "{}",
      "package-lock.json": "{}",
      "scripts/build.mjs": "",
      "provider/a.ts": "1",
      "emulator/page/page.css": "1",
      "dist/runtime/runtime.js": "1",
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
    ["out of date if a page changed", false, "emulator/page/page.css", (file) => writeFileSync(file, "2")],
    ["out of date without an output", false, "dist", (folder) => rmSync(folder, { recursive: true })],
  ])("is %s", async (_what, isBuilt, name, change) => {
    const folder = clone();
    writeFileSync(path.join(folder, "stamp"), hash);
    change(path.join(folder, name));
    const body = `return (await load("shared/ensure")).isBuilt(input, input + "/stamp")`;
    expect((await runInNode(body, folder)).value).toBe(isBuilt);
  });
});
