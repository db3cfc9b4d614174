import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "@swc/core";
import { repository } from "./engine-project";
import type { EngineProject } from "./engine-project";

/** Changes of an example's text, as `[from, to]`: a test asks for what a user would write. */
export type Edits = readonly (readonly [string, string])[];

/** The path of a file of an example. */
export function exampleFile(name: string, file: string): string {
  return path.join(repository, "examples", name, file);
}

/** Puts an example in the place of the project's program, with some of its text replaced and some added. */
export function useExample(project: EngineProject, name: string, edits: Edits = [], more = ""): void {
  let text = readFileSync(exampleFile(name, "index.ts"), "utf8");
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const { code } = transformSync(`${text}\n${more}`, {
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
  });
  writeFileSync(path.join(project.folder, "index.js"), code);
}

/** Gives the project's stack what the examples with instances require. */
export function setRootPass(project: EngineProject): Promise<void> {
  return project.configure("--secret", "rootPass", randomUUID());
}
