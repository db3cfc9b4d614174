import { readFileSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { pulumiCommand, repository, STACK, start } from "./engine-cli";
import type { Ended, EngineProject } from "./engine-cli";

/** Runs the built command. */
function runCommand(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Ended> {
  return start(process.execPath, [path.join(repository, "dist", "cli", "main.js"), ...args], { cwd, env }).ended;
}

/**
 * A project created by `pulumi-compute adopt --into`, run by the real CLI.
 * @param host a project whose environment and packages are used
 */
export async function adoptInto(host: EngineProject, folder: string, ...options: string[]) {
  const adopted = await runCommand(["adopt", "--into", folder, ...options], host.env, host.folder);
  if (adopted.code === 0) symlinkSync(path.join(host.folder, "node_modules"), path.join(folder, "node_modules"));
  // The compiler checks the types once: see `compile`.
  const env = { ...host.env, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  const run = (command: string, args: readonly string[]): Promise<Ended> =>
    start(command, args, { cwd: folder, env }).ended;
  const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");
  return {
    folder,
    adopted,
    /** Its stack, which is not created yet. */
    stack: host.stackOf(path.basename(folder), folder),
    pulumi: (...args: string[]) =>
      run(pulumiCommand(), [...args, "--stack", STACK, "--non-interactive", "--color", "never"]),
    /** The compiler's output with the project's own settings. */
    compile: () =>
      run(process.execPath, [path.join(repository, "node_modules", "typescript", "bin", "tsc"), "-p", "."]),
    /** Runs the command again, in the project. */
    adopt: (...options: string[]) => runCommand(["adopt", ...options], host.env, folder),
    /** The step of its README after everything is adopted. */
    removeImports: () => run("sh", ["-c", /^ {4}(sed .*)$/m.exec(read("README.md"))?.[1] ?? ""]),
    /** The text of its program. */
    text: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".ts"))
        .map(read)
        .join("\n"),
  };
}
