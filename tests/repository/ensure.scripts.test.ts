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

  async function differences(recorded: unknown): Promise<string[]> {
    const body = `return (await load("shared/ensure")).differences(input.lockfile, input.recorded)`;
    return (await runInNode<string[]>(body, { lockfile, recorded })).value;
  }

  test("match the lockfile even without packages for other platforms", async () => {
    expect(await differences({ packages: { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } } })).toEqual(
      [],
    );
  });

  test.each([
    ["is missing", {}],
    ["has another version", { "node_modules/a": { version: "1.0.1", integrity: "sha512-a" } }],
    ["has another content", { "node_modules/a": { version: "1.0.0", integrity: "sha512-other" } }],
  ])("need an install if a package %s", async (_what, packages) => {
    expect(await differences({ packages })).toEqual(["node_modules/a"]);
  });

  test("are reinstalled after an interrupted install, which leaves no record", async () => {
    const folder = temporaryFolder({ "package-lock.json": "{}", "node_modules/a/index.js": "" });
    const body = `return (await load("shared/ensure")).isInstalled(input)`;
    expect((await runInNode(body, folder)).value).toBe(false);
  });
});

describe("the build", () => {
  const REPORT_PAGE = "cli/drift/formats/html/page";
  const settings = { "tsconfig.json": "{}", "tsconfig.build.json": "{}", "package-lock.json": "{}" };

  function clone() {
    return temporaryFolder({
      ...settings,
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
    ["a source changed", (folder: string) => writeFileSync(path.join(folder, "provider/a.ts"), "2")],
    ["a source was added", (folder: string) => writeFileSync(path.join(folder, "provider/b.ts"), "1")],
    [
      "a file of the dashboard changed",
      (folder: string) => writeFileSync(path.join(folder, "emulator/page/page.css"), ""),
    ],
    [
      "a copy of the dashboard is missing",
      (folder: string) => rmSync(path.join(folder, "dist/emulator/page/page.css")),
    ],
    ["a setting changed", (folder: string) => writeFileSync(path.join(folder, "tsconfig.json"), "{ }")],
    [
      "the package schema changed",
      (folder: string) => writeFileSync(path.join(folder, "provider/native/schema.json"), "{ }"),
    ],
    ["the native plugin is missing", (folder: string) => rmSync(path.join(folder, "dist/plugin/plugin.cjs"))],
    ["an output is missing", (folder: string) => rmSync(path.join(folder, "dist/provider/a.js"))],
  ])("is out of date when %s", async (_what, change) => {
    const folder = clone();
    expect(await stampAndAsk(folder, () => change(folder))).toBe(false);
  });

  test("keeps copied files that are not compiled, and the native plugin", async () => {
    const folder = clone();
    await runInNode(`(await load("shared/ensure")).removeOrphans(input)`, folder);
    const copies = ["dist/emulator/page/page.css", `dist/${REPORT_PAGE}/page.css`, "dist/plugin/plugin.cjs"];
    expect(copies.filter((copy) => !existsSync(path.join(folder, copy)))).toEqual([]);
  });

  test("removes output for deleted sources, and obsolete source maps", async () => {
    const folder = clone();
    for (const name of ["old.js", "a.js.map", "old.d.ts"]) writeFileSync(path.join(folder, "dist/provider", name), "");
    await runInNode(`(await load("shared/ensure")).removeOrphans(input)`, folder);
    const left = ["a.js", "a.d.ts", "old.js", "a.js.map", "old.d.ts"];
    expect(left.map((name) => existsSync(path.join(folder, "dist/provider", name)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
