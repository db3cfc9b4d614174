import { FAILING_STATES } from "./verdict";
import { FORMATS } from "./formats/index";

export const HELP = `Usage: pulumi-compute drift [options]

Compares the state of Pulumi stacks with what the service has, and looks for objects that no stack manages. It only reads: a token
with read_only scopes is enough. Run it in the project's folder, as \`pulumi\` itself.

Which stacks (default: the selected one):
  -s, --stack NAME      this stack; may be given several times
  --all                 all stacks of the backend
  --state FILE          the output of \`pulumi stack export --show-secrets\`; - is the standard input; may be given several times
  --cwd FOLDER          the project's folder (default .)

What counts:
  --ignore-file FILE    what to leave out, a rule a line (default .driftignore)
  --baseline FILE       an earlier JSON report; a missing file is an empty one
  --only-new            what the baseline has already does not count
  --no-unmanaged        do not look for objects that no stack manages
  --fail-on STATES      what is drift (default ${FAILING_STATES.join(",")})

Output:
  -f, --format FORMAT[=FILE]
                        ${Object.keys(FORMATS).join(", ")} (default table); may be given several times
  --fix-plan            also show the commands that would end each finding
  --exit-code CODE      drift: 2 when there is drift; pulumi: 7 instead (default drift)
  -h, --help            show this text

Exit codes: 0 in sync, 2 drift, 1 error. A check that is not complete is an error.

The token comes from COMPUTE_TOKEN, or else from the configuration that the stack's last \`up\` used; a compute.Provider keeps its own.
`;
