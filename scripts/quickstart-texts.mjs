import { readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "./paths.mjs";

/** The last lines of a quickstart that leaves nothing behind. */
export const endText = () => `
The program that ran: ${program()}

What to try next:
  npm run quickstart -- --keep    the same, but keep the stack and the emulator running
  npm test                        run the tests, including those with the real Pulumi CLI
  README.md                       how to use the package in your own program`;

/** The last lines of a quickstart whose stack and emulator stay. */
export const keptText = ({ url }) => `
The stack and the emulator (${url}) are still running.
  The program that ran: ${program()}
  The dashboard:        ${new URL("/_emulator/", url)}

Try:
  npm run -s pulumi -- stack                     show the resources and outputs
  npm run -s pulumi -- preview --diff            after changing the program
  npm run -s pulumi -- up --yes
  npm run -s pulumi -- refresh --preview-only
  npm run -s pulumi -- destroy --yes
When you are done:
  npm run quickstart -- --stop`;

/** The file that Pulumi.yaml names. */
function program() {
  const [, main] = /^main: *(\S+)$/m.exec(readFileSync(path.join(projectFolder, "Pulumi.yaml"), "utf8"));
  return main;
}
