import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "@swc/core";
import { repository } from "./engine-cli";
import type { EngineProject } from "./engine-cli";
import { filesBelow } from "./files-below";

/** Changes to an example's text, as `[from, to]`: what a user would edit. */
export type Edits = readonly (readonly [string, string])[];

/** The path of a file of an example. */
export function exampleFile(name: string, file: string): string {
  return path.join(repository, "examples", name, file);
}

/** Replaces the project's program with an example, with changes and additional text. */
export function useExample(project: EngineProject, name: string, edits: Edits = [], more = ""): void {
  const text = edited(readFileSync(exampleFile(name, "index.ts"), "utf8"), edits);
  writeFileSync(path.join(project.folder, "index.js"), compiled(`${text}\n${more}`));
}

/** Compiles all TypeScript of an example into a folder with the same layout. */
export function compileExample(name: string, folder: string, edits: Readonly<Record<string, Edits>> = {}): void {
  const root = exampleFile(name, "");
  const files = filesBelow(root).map((file) => path.relative(root, file));
  for (const file of files.filter((each) => each.endsWith(".ts") && !each.includes("node_modules"))) {
    const to = path.join(folder, file.replace(/\.ts$/, ".js"));
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, compiled(edited(readFileSync(path.join(root, file), "utf8"), edits[file])));
  }
}

function edited(text: string, edits: Edits = []): string {
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  return text;
}

function compiled(text: string): string {
  const { code } = transformSync(text, {
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
  });
  return code;
}

/** Sets the config that the examples with instances require. */
export function setRootPass(project: EngineProject): void {
  project.configure({ rootPass: randomUUID() });
}
