import { ConfigurationError } from "../../provider/api/errors";
import { openAccount } from "../account/account";
import { settingsOf } from "../account/settings";
import type { Command } from "../command";
import { printable } from "../printable";
import { packageVersion } from "../version";
import { adopt } from "./adopt";
import { HELP } from "./help";
import { readManaged } from "./managed";
import { readOptions } from "./options";
import { printFile } from "./printer/file";
import { prepareFolder, writeProject } from "./project/write";

/** `pulumi-compute adopt`: writes a program for what an account has. It reads only. */
export const adoptCommand: Command = {
  help: HELP,
  async run(args) {
    const options = readOptions(args);
    const settings = settingsOf(undefined, process.env);
    if (settings.token === undefined) throw new ConfigurationError("No access token: set COMPUTE_TOKEN.");
    const folder = options.into === undefined ? undefined : prepareFolder(options.into);
    const managed = await readManaged(options);
    const account = openAccount(settings, { signal: new AbortController().signal });
    const { program, resources, notes } = await adopt(account, options, managed);
    if (folder === undefined) process.stdout.write(program.files.map(printFile).join("\n"));
    else writeProject(folder, program, packageVersion());
    const lines = [
      `Resources from ${settings.url}: ${resources}, with ${account.requests()} requests`,
      ...notes.lines(),
    ];
    process.stderr.write(lines.map((line) => `${printable(line)}\n`).join(""));
    return 0;
  },
};
