import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { watch } from "node:fs/promises";
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

/** What is published, without what earlier runs kept. */
function copyOf(...names: string[]): string {
  const folder = temporaryFolder();
  const filter = (file: string): boolean => !file.endsWith(".cache");
  for (const name of names) {
    cpSync(path.join(repository, "dist", name), path.join(folder, name), { recursive: true, filter });
  }
  return path.join(folder, names[0] ?? "");
}

test("the plugin keeps its compiled code, uses it in the next run, and replaces what V8 rejects", async () => {
  const folder = copyOf("plugin");
  const caches = (): string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".cache"))
      .sort();
  expect(caches()).toEqual([]);
  await run(folder);
  const names = caches();
  expect(names.map((name) => name.replace(/-\w+/, ""))).toEqual(["native.cache", "packages.cache", "provider.cache"]);
  const read = (): Buffer[] => names.map((name) => readFileSync(path.join(folder, name)));
  const sizes = (): number[] => read().map(({ length }) => length);
  const kept = read();
  expect(Math.min(...sizes())).toBeGreaterThan(10_000);
  await run(folder);
  expect(read()).toEqual(kept);
  for (const name of names) writeFileSync(path.join(folder, name), "not a code cache");
  await run(folder);
  expect(Math.min(...sizes())).toBeGreaterThan(10_000);
  expect(caches()).toEqual(names);
});

test("the runtime keeps its compiled code, although the engine kills the process of dynamic providers", async () => {
  const folder = copyOf("runtime", "plugin");
  const program = `require(${JSON.stringify(path.join(folder, "runtime.js"))}); setInterval(() => {}, 1e6);`;
  const changes = watch(folder);
  const provider = spawn(process.execPath, ["-e", program], { stdio: "inherit" });
  for await (const { filename } of changes) if (filename?.endsWith(".cache")) break;
  provider.kill("SIGKILL");
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".cache"));
  expect(readFileSync(path.join(folder, name)).length).toBeGreaterThan(100_000);
});
