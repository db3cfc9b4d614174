import { chmodSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

/** A folder with shell scripts in place of the Pulumi CLI and its companions. */
export function fakePulumi(
  answer = "echo v3.250.0",
  companions = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"],
) {
  const script = (text: string) => `#!/bin/sh\n${text}\n`;
  const folder = temporaryFolder({
    pulumi: script(answer),
    ...Object.fromEntries(companions.map((name) => [name, script("exit 0")])),
  });
  for (const name of ["pulumi", ...companions]) chmodSync(path.join(folder, name), 0o755);
  return folder;
}
