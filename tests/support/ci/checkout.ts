import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { EngineProject } from "../engine-project";
import { ACTION_FOLDER } from "./workflow";

/** A project's folder as a job finds it: without files of an earlier job. */
export class Checkout {
  private readonly kept: ReadonlySet<string>;

  constructor(readonly folder: string) {
    linkCommand(folder);
    this.kept = new Set(readdirSync(folder));
  }

  clean(): void {
    for (const name of readdirSync(this.folder)) {
      if (!this.kept.has(name)) rmSync(path.join(this.folder, name), { recursive: true });
    }
  }
}

/** The default environment of a job: the job itself sets the variables for the API and the stack. */
export function runnerEnvironment(project: EngineProject, folder: string): NodeJS.ProcessEnv {
  const settings =
    /^(COMPUTE_|XDG_|GH_|GITHUB_|GITLAB_|CI_|PULUMI_(BACKEND_URL|CONFIG_PASSPHRASE|ACCESS_TOKEN|STACK)$)/;
  const rest = Object.entries(project.env).filter(([name]) => !settings.test(name));
  return { ...Object.fromEntries(rest), HOME: folder };
}

/** Links what an installation would contain. */
function linkCommand(folder: string): void {
  const modules = path.join(folder, "node_modules");
  const command = path.join(modules, ".bin", "pulumi-compute");
  mkdirSync(path.dirname(command));
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${modules}/pulumi-compute/dist/cli/main.js' "$@"\n`);
  chmodSync(command, 0o755);
  symlinkSync(ACTION_FOLDER, path.join(modules, "pulumi-compute", "drift-action"));
}
