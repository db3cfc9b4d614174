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
    ["need an install if one has another content", { version: "1.0.0", integrity: "sha512-z" }, ["node_modules/a"]],
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
  const REPORT_PAGE = "cli/drift/formats/html/page";
  function clone() {
    return temporaryFolder({
      ...{ "tsconfig.json": "{}", "tsconfig.build.json": "{}", "package-lock.json": "{}" },
      "provider/a.ts": "1",
      "emulator/page/page.css": "1",
      "dist/provider/a.js": "1",
      "dist/provider/a.d.ts": "",
      "dist/emulator/page/page.css": "1",
      "provider/native/schema.json": "{}",
      "dist/plugin/plugin.cjs": "1",
      [`${REPORT_PAGE}/page.css`]: "1",
      [`dist/${REPORT_PAGE}/page.css`]: "1",
    });
  }

  async function stampAndAsk(folder: string, change: () => void): Promise<boolean> {
    const hash = await runInNode<string>(`return (await load("shared/ensure")).hashSources(input)`, folder);
    writeFileSync(path.join(folder, "stamp"), hash.value);
    change();
    const body = `return (await load("shared/ensure")).isBuilt(input, input + "/stamp")`;
    return (await runInNode<boolean>(body, folder)).value;
  }

  test("is up to date if only timestamps changed", async () => {
    const folder = clone();
    expect(await stampAndAsk(folder, () => utimesSync(path.join(folder, "provider/a.ts"), 0, 0))).toBe(true);
  });

  test.each([
    ["a source changed", "provider/a.ts", "2"],
    ["a source was added", "provider/b.ts", "1"],
    ["a file of the dashboard changed", "emulator/page/page.css", ""],
    ["a setting changed", "tsconfig.json", "{ }"],
    ["the package schema changed", "provider/native/schema.json", "{ }"],
    ["a copy of the dashboard is missing", "dist/emulator/page/page.css", undefined],
    ["the native plugin is missing", "dist/plugin/plugin.cjs", undefined],
    ["an output is missing", "dist/provider/a.js", undefined],
  ])("is out of date when %s", async (_what, name, text) => {
    const folder = clone();
    const file = path.join(folder, name);
    const change = () => (text === undefined ? rmSync(file) : writeFileSync(file, text));
    expect(await stampAndAsk(folder, change)).toBe(false);
  });

  test("keeps copied files and the native plugin; output of deleted sources and obsolete source maps are removed", async () => {
    const folder = clone();
    const kept = ["dist/emulator/page/page.css", `dist/${REPORT_PAGE}/page.css`, "dist/plugin/plugin.cjs"];
    const compiled = ["dist/provider/a.js", "dist/provider/a.d.ts"];
    const orphans = ["old.js", "a.js.map", "old.d.ts"].map((name) => `dist/provider/${name}`);
    for (const name of orphans) writeFileSync(path.join(folder, name), "");
    await runInNode(`(await load("shared/ensure")).removeOrphans(input)`, folder);
    const left = [...kept, ...compiled, ...orphans].filter((name) => existsSync(path.join(folder, name)));
    expect(left).toEqual([...kept, ...compiled]);
  });
});
