import { FAILING_STATES } from "./verdict";
import { FORMATS } from "./as-report";

export const HELP = `Usage: pulumi-compute drift [options]

Compares the state of Pulumi stacks with the API, and lists resources of the account that no stack manages. It only reads: a token
with read_only scopes is enough. Run it in the project directory, where you run \`pulumi\`.

Stacks (default: the selected one):
  -s, --stack NAME      compare this stack; can be repeated
  --all                 compare all stacks of the backend
  --state FILE          compare the output of \`pulumi stack export --show-secrets\`; - reads stdin; can be repeated
  --cwd DIR             the project directory (default: .)

Findings:
  --ignore-file FILE    suppression rules, one per line (default: .driftignore)
  --baseline FILE       an earlier JSON report; a missing file counts as empty
  --only-new            suppress findings that are in the baseline
  --no-unmanaged        do not search for unmanaged resources
  --fail-on STATES      states that count as drift (default: ${FAILING_STATES.join(",")})

Output:
  -f, --format FORMAT[=FILE]
                        ${Object.keys(FORMATS).join(", ")} (default: table); can be repeated
  --fix-plan            show the commands that resolve each finding
  --exit-code CODE      exit code for drift: drift (2) or pulumi (7) (default: drift)
  -h, --help            show this help

Exit codes: 0 in sync, 2 drift, 1 error. An incomplete check is an error.

The token is COMPUTE_TOKEN, or else the one of the stack's last \`pulumi up\`. A compute.Provider with its own token keeps it.
`;
