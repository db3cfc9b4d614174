import { readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "./paths.mjs";

/** The last lines of a quickstart that leaves nothing behind. */
export const endText = () => `
The program that ran: ${program()}

What to try next:
  npm run quickstart -- --keep    the same, and the stack and the emulator stay for you to look at
  npm test                        the tests, the ones with the real Pulumi CLI included
  README.md                       how to use the package in a program of your own`;

/** The last lines of a quickstart whose stack and emulator stay. */
export const keptText = ({ url }) => `
The stack and the emulator (${url}) stay up.
  The program that ran: ${program()}
  The live page:        ${new URL("/_emulator/", url)}

Try:
  npm run -s pulumi -- stack                     what is there, with the outputs
  npm run -s pulumi -- preview --diff            after you changed the program
  npm run -s pulumi -- up --yes
  npm run -s pulumi -- refresh --preview-only
  npm run -s pulumi -- destroy --yes
and in the end:
  npm run quickstart -- --stop`;

/** The file that Pulumi.yaml names. */
function program() {
  const [, main] = /^main: *(\S+)$/m.exec(readFileSync(path.join(projectFolder, "Pulumi.yaml"), "utf8"));
  return main;
}
