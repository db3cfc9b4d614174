import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that is gone after the test, holding these files. */
export function temporaryFolder(files: Record<string, string> = {}): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-scripts-")));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** A folder with shell scripts in place of the Pulumi CLI and what comes with it. */
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
