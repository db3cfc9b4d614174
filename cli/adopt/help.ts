import { adoptable } from "./kinds";
import { MANY_RECORDS } from "./options";

const KINDS = adoptable.map(({ kind }) => kind).join(", ");

export const HELP = `Usage: pulumi-compute adopt [options]

Reads an account and writes a Pulumi program that adopts its existing resources. Each resource has the "import" option, so the
first "pulumi up" changes nothing. The command itself only reads. It uses COMPUTE_TOKEN, COMPUTE_URL, COMPUTE_BRAND and
COMPUTE_ALLOW_HTTP; with --stack, missing ones come from the stack's last "pulumi up".
The program goes to stdout, notes and errors go to stderr.

What to adopt (a repeated option widens the choice, different options narrow it):
  --kind KIND,...      resource types: ${KINDS.replace(/(.{60}\S*) /g, "$1\n                       ")}
                       (default: all but InstanceSnapshot)
  --exclude-kind KIND,...
                       all but these resource types
  --collection PATH    the objects of this collection, such as /networking/firewalls, as ApiObjects; without --kind, only
                       those
  --label GLOB         label, or name of a domain; * matches any characters. Includes what the resource contains.
  --tag TAG            resources with this tag, and what they contain
  --zone NAME          this domain; without --kind, only the domain and its records
  --id ID,...          Pulumi IDs, such as 123, private/5 or 12/34, and what these resources contain
  -s, --stack NAME     skip what this stack manages; can be repeated
  --state FILE         skip what the output of "pulumi stack export" contains; - reads stdin; can be repeated
  --cwd DIR            the stacks' project directory (default: .)
  --names-from FILE    only what a Terraform state contains, with names from its addresses: the output of
                       "terraform state pull" or "terraform show -json"; - reads stdin
  --names FILE         names of your choice for its resources: a JSON object such as {"linode_instance.web[0]": "web"}

What to write:
  --records-as HOW     records (a resource for each record), set (a DomainRecordSet for each zone), or auto (a set for zones
                       with more than ${MANY_RECORDS} records) (default: auto, with --names-from: records)
  --into DIR           write a project to this directory, which must be new or empty (.git is allowed), instead of stdout
  --split HOW          none, kind or tag: one file, one per resource type, or one per first tag; requires --into (default: none)
  -h, --help           show this help

Exit codes: 0 the program was written, 1 error (nothing was written), 2 wrong usage.
`;
