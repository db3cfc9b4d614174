import { FORMATS } from "./as-report";
import { FAILING } from "./options";

export const HELP = `Usage: pulumi-compute rehearse [options]

Runs \`pulumi up\` on a copy of the stack and of its accounts, and reports what it does: changes in order, lost data, downtime, how long
it takes, what the API rejects, and whether anything is left to do. The stack, its state and the accounts are only read: a token with
read_only scopes is enough. Run it in the project directory, where you run \`pulumi\`.

  -s, --stack NAME      the stack (default: the selected one)
  --cwd DIR             the project directory (default: .)
  --faults WRITES       also kill the update after these writes (all, or numbers such as 1,4), and run it again
  --fail-on WORDS       what exits with code 2, besides an update that fails: ${FAILING.join(", ")} (default: unclean)
  -f, --format FORMAT[=FILE]
                        ${Object.keys(FORMATS).join(", ")} (default: table); can be repeated
  -h, --help            show this help

Exit codes: 0 the update succeeds, 2 something to look at, 1 error.
`;
