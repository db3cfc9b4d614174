import { PREVIEW } from "../state/preview";
import { FORMATS } from "./as-report";

export const HELP = `Usage: pulumi-compute cost [options]

Shows what a stack costs each month, before and after an update, by the prices in the account's own list of plans. It only reads; the
lists of plans need no token. Run it in the project directory, where you run \`pulumi\`.

Source (default: runs \`pulumi preview\` of the selected stack):
  -s, --stack NAME      preview this stack
  --preview FILE        read the output of \`pulumi ${PREVIEW.join(" ")}\`;
                        - reads stdin
  --state FILE          show the cost of a state, the output of \`pulumi stack export\`; - reads stdin
  --cwd DIR             the project directory (default: .)

Budget:
  --budget DOLLARS      fail if the stack will cost more each month
  --allow-unpriced      check the budget against what is priced, even if not everything is

Output:
  -f, --format FORMAT[=FILE]
                        ${Object.keys(FORMATS).join(", ")} (default: table); can be repeated
  -h, --help            show this help

Exit codes: 0 within the budget, or no budget; 2 over the budget; 1 error, or not everything is priced and the rest is within the budget.
`;
