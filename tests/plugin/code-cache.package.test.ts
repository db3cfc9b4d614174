import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../support/engine-cli";
import { temporaryFolder } from "../support/temporary-folder";

/** Starts the plugin, and ends it as the engine does. */
async function run(folder: string): Promise<void> {
  const plugin = spawn(process.execPath, [path.join(folder, "plugin.cjs")], { stdio: ["ignore", "pipe", "inherit"] });
  await once(plugin.stdout, "data");
  plugin.kill("SIGINT");
  expect(await once(plugin, "exit")).toEqual([0, null]);
}

test("the plugin keeps its compiled code, uses it in the next run, and replaces what V8 rejects", async () => {
  const folder = temporaryFolder();
  cpSync(path.join(repository, "dist", "plugin"), folder, {
    recursive: true,
    filter: (file) => !file.endsWith(".cache"),
  });
  const caches = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".cache"));
  expect(caches()).toEqual([]);
  await run(folder);
  const [name = ""] = caches();
  const read = (): Buffer => readFileSync(path.join(folder, name));
  const kept = read();
  expect(kept.length).toBeGreaterThan(100_000);
  await run(folder);
  expect(read().equals(kept)).toBe(true);
  writeFileSync(path.join(folder, name), "not a code cache");
  await run(folder);
  expect(read().length).toBeGreaterThan(100_000);
  expect(caches()).toEqual([name]);
});
