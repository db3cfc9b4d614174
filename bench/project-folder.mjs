import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { projectFolder } from "../scripts/shared/paths.mjs";

const PROGRAMS = path.join(projectFolder, "bench", "programs");

/** The image that programs upload: an empty disk. */
const DISK = gzipSync(Buffer.alloc(64 * 1024));

/** Creates a project with a program and its `node_modules`, and a folder for the state. */
export function prepareFolder(contender, { typescript }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-bench-"));
  const state = path.join(folder, "state");
  mkdirSync(state);
  if (contender.folder !== undefined)
    return { folder, state, program: contender.folder, remove: removal(folder, contender) };
  const program = path.join(folder, "program");
  cpSync(contender.programs ?? PROGRAMS, program, { recursive: true });
  const runtime = `runtime:\n  name: nodejs\n  options:\n    typescript: ${typescript}\n`;
  writeFileSync(path.join(program, "Pulumi.yaml"), `name: bench\n${runtime}${pluginEntry(contender)}`);
  writeFileSync(path.join(program, "package.json"), JSON.stringify({ name: "bench", main: contender.program }));
  writeFileSync(path.join(program, "disk.img.gz"), DISK);
  installModules(path.join(program, "node_modules"));
  return { folder, state, program, remove: removal(folder, contender) };
}

/** Where the engine finds the contender's plugin, if it has its own. */
function pluginEntry({ plugin }) {
  if (plugin === undefined) return "";
  return `plugins:\n  providers:\n    - name: compute\n      path: ${path.join(projectFolder, plugin)}\n`;
}

/** A peer runs in its own folder, because it may need files there. Only the stack's config is deleted from it. */
function removal(folder, contender) {
  return () => {
    rmSync(folder, { recursive: true, force: true });
    if (contender.folder === undefined || !existsSync(contender.folder)) return;
    for (const name of readdirSync(contender.folder)) {
      if (name === `Pulumi.${STACK}.yaml`) rmSync(path.join(contender.folder, name));
    }
  };
}

/** Unlike any stack that a peer's folder may already have. */
export const STACK = "pulumi-compute-bench";

function installModules(modules) {
  mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
  symlinkSync(path.join(projectFolder, "node_modules", "@pulumi", "pulumi"), path.join(modules, "@pulumi", "pulumi"));
  const ours = path.join(modules, "pulumi-compute");
  mkdirSync(ours);
  // Not its node_modules: the CLI would look there for plugins to install, and wait for those that it can't download.
  for (const part of ["package.json", "dist"]) symlinkSync(path.join(projectFolder, part), path.join(ours, part));
  const nullProvider = path.join(modules, "null-provider");
  mkdirSync(nullProvider);
  writeFileSync(path.join(nullProvider, "package.json"), JSON.stringify({ name: "null-provider", main: "index.js" }));
  cpSync(path.join(PROGRAMS, "null-handlers.cjs"), path.join(nullProvider, "index.js"));
  cpSync(path.join(PROGRAMS, "null-keeping.cjs"), path.join(nullProvider, "keeping.js"));
}
