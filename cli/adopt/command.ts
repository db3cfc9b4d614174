import { existsSync } from "node:fs";
import path from "node:path";
import { openAccount } from "../account/account";
import type { Command } from "../terminal/command";
import { printable } from "../terminal/printable";
import { progressLine } from "../terminal/progress-line";
import { packageVersion } from "../../provider/api/user-agent";
import { adopt } from "./adopt";
import { HELP } from "./help";
import { readManaged } from "./managed";
import { readOptions } from "./options";
import type { AdoptOptions } from "./options";
import { printFile } from "../typescript/printer/file";
import type { Program } from "./program";
import { projectFiles, projectName } from "../typescript/project";
import { readme } from "./readme";
import { prepareDirectory, writeProject } from "../typescript/write";
import { accountSettings } from "../account/chosen";

/** Whether the directory has a project whose stacks may already manage the resources: either stack could delete a shared one. */
function isBesideStacks({ directory, stacks, stateFiles }: AdoptOptions): boolean {
  return stacks.length + stateFiles.length === 0 && existsSync(path.join(directory, "Pulumi.yaml"));
}

/** The files of a project except the program, with their names. */
export function filesBeside(directory: string, program: Program, version: string): [string, string][] {
  const name = projectName(directory);
  return [...projectFiles({ name, description: "Adopted resources" }), ["README.md", readme(name, program, version)]];
}

/** `pulumi-compute adopt`: writes a program that adopts the resources of an account. Sends no writes to the API. */
export const adoptCommand: Command = {
  help: HELP,
  async run(args) {
    const options = readOptions(args);
    const managed = await readManaged(options);
    const settings = accountSettings(managed, process.env);
    const directory = options.into === undefined ? undefined : prepareDirectory(options.into);
    const progress = progressLine(process.stderr);
    const account = openAccount(settings, { signal: new AbortController().signal, onWait: progress.wait });
    const { program, resources, notes, afterwards } = await adopt(account, options, managed).finally(progress.clear);
    if (directory !== undefined)
      writeProject(directory, program.files, filesBeside(directory, program, packageVersion));
    else if (resources > 0) process.stdout.write(program.files.map(printFile).join("\n"));
    if (isBesideStacks(options)) {
      notes.add(
        "This directory has a Pulumi project. Use --stack NAME to skip resources that a stack already manages.",
      );
    }
    if (directory === undefined && program.secrets.length > 0) {
      notes.add(
        `The program requires secrets: ${program.secrets.map((key) => `pulumi config set --secret ${key}`).join(", ")}.`,
      );
    }
    const lines = [
      `Resources from ${settings.url}: ${resources} (requests: ${account.requests()})`,
      ...notes.lines(),
      ...afterwards,
    ];
    process.stderr.write(lines.map((line) => `${printable(line)}\n`).join(""));
    return 0;
  },
};
