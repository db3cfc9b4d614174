import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { start } from "../engine-cli";
import type { EngineProject, Running } from "../engine-cli";
import { ACTION_FOLDER } from "./workflow";

/** A machine on which jobs run in a project's folder, and what is kept between them in another folder. */
export class Runner {
  /** Fakes of a runner's commands. */
  readonly bin: string;
  /** The default environment of a job: the job itself sets the variables for the API and the stack. */
  readonly env: NodeJS.ProcessEnv;
  readonly workspace: string;
  private readonly checkedOut: readonly string[];

  constructor(
    private readonly folder: string,
    { folder: workspace, env }: EngineProject,
  ) {
    this.workspace = workspace;
    this.bin = this.kept("bin");
    mkdirSync(this.bin);
    // The project's packages are linked already.
    writeCommand(path.join(this.bin, "npm"), `[ "$1" = ci ] || { echo "npm: only ci is expected" >&2; exit 1; }`);
    const settings =
      /^(COMPUTE_|XDG_|GH_|GITHUB_|GITLAB_|CI_|PULUMI_(BACKEND_URL|CONFIG_PASSPHRASE|ACCESS_TOKEN|STACK)$)/;
    const rest = Object.entries(env).filter(([name]) => !settings.test(name));
    const PATH = [this.bin, env.PATH ?? ""].join(path.delimiter);
    this.env = { ...Object.fromEntries(rest), HOME: folder, PATH };
    linkCommand(workspace);
    this.checkedOut = readdirSync(workspace);
  }

  /** Leaves no files of an earlier job. */
  checkOut(): void {
    for (const name of readdirSync(this.workspace)) {
      if (!this.checkedOut.includes(name)) rmSync(this.used(name), { recursive: true });
    }
  }

  bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Running {
    const file = this.kept("script.sh");
    writeFileSync(file, script);
    return start("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], { cwd, env });
  }

  /** A file or folder of the job. */
  used(name: string): string {
    return path.join(this.workspace, name);
  }

  /** One outside of it. */
  kept(...names: readonly string[]): string {
    return path.join(this.folder, ...names);
  }
}

/** Copies what is there. */
export function copyIfThere(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true, preserveTimestamps: true });
}

export function writeCommand(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** Links what an installation would contain. */
function linkCommand(folder: string): void {
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, ".bin"));
  const command = `exec '${process.execPath}' '${modules}/pulumi-compute/dist/cli/main.js' "$@"`;
  writeCommand(path.join(modules, ".bin", "pulumi-compute"), command);
  symlinkSync(ACTION_FOLDER, path.join(modules, "pulumi-compute", "drift-action"));
}
