import { transformFileSync } from "@swc/core";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

const ROOT = join(__dirname, "../../..");

/** The emulator and its command line, or other parts, as plain JavaScript in a folder of their own, to run as a process of their own. */
export function compileToFolder(parts: readonly string[] = ["emulator", "cli"]): {
  readonly main: string;
  readonly folder: string;
  remove(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), "emulator-"));
  for (const part of parts) for (const file of filesBelow(join(ROOT, part))) compile(file, folder);
  for (const copied of ["package.json", "emulator/page"]) {
    cpSync(join(ROOT, copied), join(folder, copied), { recursive: true });
  }
  // What the emulator depends on is found from there, too.
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  return { main: join(folder, "cli/main.js"), folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function compile(file: string, folder: string): void {
  const target = join(folder, relative(ROOT, file).replace(/\.ts$/, ".js"));
  mkdirSync(dirname(target), { recursive: true });
  const options = {
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs", ignoreDynamic: true },
  } as const;
  writeFileSync(target, transformFileSync(file, { ...options, swcrc: false }).code);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]))
    .filter((path) => path.endsWith(".ts"));
}
