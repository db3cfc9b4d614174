import { transformFileSync } from "@swc/core";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { filesBelow } from "../../support/files-below";
import { temporaryFolder } from "../../support/temporary-folder";

const ROOT = join(__dirname, "../../..");

/** The emulator and its command line, or other parts, as plain JavaScript in a separate folder, to run in a separate process. */
export function compileToFolder(parts: readonly string[] = ["emulator", "cli"]) {
  const folder = temporaryFolder();
  for (const part of parts) for (const file of sourcesIn(part)) compile(file, folder);
  // The version, which the command line prints.
  compile(join(ROOT, "provider/api/user-agent.ts"), folder);
  for (const copied of ["package.json", "emulator/page"]) {
    cpSync(join(ROOT, copied), join(folder, copied), { recursive: true });
  }
  // The emulator's dependencies resolve from there, too.
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  return { main: join(folder, "cli/main.js"), folder };
}

function sourcesIn(part: string): string[] {
  return filesBelow(join(ROOT, part)).filter((file) => file.endsWith(".ts"));
}

function compile(file: string, folder: string): void {
  const target = join(folder, relative(ROOT, file).replace(/\.ts$/, ".js"));
  mkdirSync(dirname(target), { recursive: true });
  const options = {
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs", ignoreDynamic: true, exportInteropAnnotation: true },
  } as const;
  writeFileSync(target, transformFileSync(file, { ...options, swcrc: false }).code);
}
