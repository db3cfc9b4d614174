import { readFileSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { pulumiCommand, start } from "./engine-cli";
import type { Ended } from "./engine-cli";
import { repository, STACK } from "./engine-project";
import type { EngineProject } from "./engine-project";
import type { StackFiles } from "./engine-stack-files";

/** A project created by `pulumi-compute adopt --into`, run by the real CLI. */
export interface AdoptedProject {
  readonly folder: string;
  readonly adopted: Ended;
  /** Its stack, which is not created yet. */
  readonly stack: StackFiles;
  pulumi(...args: string[]): Promise<Ended>;
  /** The compiler's output with the project's own settings. */
  compile(): Promise<Ended>;
  /** Runs the command again, in the project. */
  adopt(...options: string[]): Promise<Ended>;
  /** The step of its README after everything is adopted. */
  removeImports(): Promise<Ended>;
  /** The text of its program. */
  text(): string;
}

/** Runs the built command. */
function runCommand(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Ended> {
  return start(process.execPath, [path.join(repository, "dist", "cli", "main.js"), ...args], { cwd, env }).ended;
}

/** @param host a project whose environment and packages are used */
export async function adoptInto(host: EngineProject, folder: string, ...options: string[]): Promise<AdoptedProject> {
  const adopted = await runCommand(["adopt", "--into", folder, ...options], host.env, host.folder);
  if (adopted.code === 0) symlinkSync(path.join(host.folder, "node_modules"), path.join(folder, "node_modules"));
  // The compiler checks the types once: see `compile`.
  const env = { ...host.env, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  const run = (command: string, args: readonly string[]): Promise<Ended> =>
    start(command, args, { cwd: folder, env }).ended;
  const sources = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".ts"));
  return {
    folder,
    adopted,
    stack: host.stackOf(path.basename(folder), folder),
    pulumi: (...args) => run(pulumiCommand(), [...args, "--stack", STACK, "--non-interactive", "--color", "never"]),
    compile: () =>
      run(process.execPath, [path.join(repository, "node_modules", "typescript", "bin", "tsc"), "-p", "."]),
    adopt: (...options) => runCommand(["adopt", ...options], host.env, folder),
    removeImports: () => {
      const [command = ""] =
        /^ {4}(sed .*)$/m.exec(readFileSync(path.join(folder, "README.md"), "utf8"))?.slice(1) ?? [];
      return run("sh", ["-c", command]);
    },
    text: () =>
      sources()
        .map((name) => readFileSync(path.join(folder, name), "utf8"))
        .join("\n"),
  };
}
