import { adoptable } from "./kinds";
import { MANY_RECORDS } from "./options";

const KINDS = adoptable.map(({ kind }) => kind).join(", ");

export const HELP = `Usage: pulumi-compute adopt [options]

Reads an account and writes a Pulumi program that takes what exists under management. Each resource has the option "import", so that
"pulumi up" changes nothing at the service. Reads only: the account is the one of COMPUTE_TOKEN, COMPUTE_URL, COMPUTE_BRAND
and COMPUTE_ALLOW_HTTP or, with --stack, what of these the stack had at its last "pulumi up".
The program goes to the standard output, and what there is to know about it to the standard error output.

What to adopt (options of one sort widen the choice, options of different sorts narrow it):
  --kind KIND,...      kinds: ${KINDS.replace(/(.{60}\S*) /g, "$1\n                       ")}
                       (default all but InstanceSnapshot)
  --label GLOB         label, or name of a domain; * stands for any characters. What is in an object comes with it.
  --tag TAG            objects with this tag, and what is in them
  --zone NAME          this domain; unless --kind says otherwise, only it and its records
  --id ID,...          Pulumi ids, such as 123, private/5 or 12/34, and what is in these objects
  -s, --stack NAME     leaves out what this stack manages; can be repeated
  --state FILE         the same for the output of "pulumi stack export"; - reads the standard input; can be repeated
  --cwd DIR            the folder of the stacks' project (default .)

What to write:
  --records-as HOW     records (a resource for each record), set (a DomainRecordSet for each zone), or auto: a set for zones
                       of more than ${MANY_RECORDS} records (default auto)
  --into DIR           makes a project in this folder, which must be new or empty but for .git, instead of printing the program
  --split HOW          none, kind or tag: a file for each kind, or for each object's first tag; needs --into (default none)
  -h, --help           show this text

Exit codes: 0, the program is complete; 1, something could not be read, and nothing was written; 2, wrong usage.
`;
