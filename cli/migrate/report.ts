import path from "node:path";
import { inNewText, edited } from "./changes";
import type { Changes, Remark } from "./changes";
import { nameIn } from "../state/exported";
import type { BridgedStack } from "./stack";

interface Outcome {
  readonly changes: readonly Changes[];
  /** Whether this package is installed in the project. */
  readonly isInstalled: boolean;
  readonly stack: BridgedStack;
  readonly isWritten: boolean;
  readonly directory: string;
}

type Locate = (changes: Changes, remark: Remark) => string;

/** What was or would be edited, what remains to be done, and the next steps. */
export function report(outcome: Outcome): string {
  const { changes, stack, isWritten } = outcome;
  const lineOf = (text: string, position: number): number => text.slice(0, position).split("\n").length;
  const locate: Locate = ({ source, edits }, { position, says }) => {
    const [text, at] = isWritten ? [edited(source, edits), inNewText(edits, position)] : [source.text, position];
    const column = at - text.lastIndexOf("\n", at - 1);
    return `  ${path.relative(outcome.directory, source.fileName)}:${lineOf(text, at)}:${column} ${says.replace(/\s*\n\s*/g, " ")}`;
  };
  const each = (list: "done" | "byHand" | "stays"): string[] =>
    changes.flatMap((one) =>
      [...one[list]].sort((a, b) => a.position - b.position).map((remark) => locate(one, remark)),
    );
  const staying = [...each("stays"), ...stack.stays.map((one) => `  ${one.type} ${nameIn(one.urn)}`)];
  const sections: [string, string[]][] = [
    [isWritten ? "Edited" : "Edits, which --write makes", each("done")],
    ["To do by hand", each("byHand")],
    ["Stays with the bridged provider", staying],
    [`Next steps, which move ${stack.moves.length} resources`, nextSteps(outcome)],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title} (${lines.length}):\n${lines.join("\n")}\n`)
    .join("\n");
}

function nextSteps({ changes, isInstalled, stack: { settings, stays } }: Outcome): string[] {
  const { url, apiVersion = "v4", token } = settings;
  const secrets = new Set(changes.flatMap((one) => [...one.secrets]));
  const isPackageNeeded = stays.length > 0 || changes.some((one) => one.stays.length > 0);
  return [
    ...(!isInstalled ? ["npm install PATH/pulumi-compute-VERSION.tgz, then npx tsc --noEmit"] : []),
    "pulumi stack export --file before.json   # the way back: pulumi stack import --file before.json",
    "pulumi config set compute:moveFrom linode",
    "pulumi config set compute:brand linode",
    ...(typeof url === "string"
      ? [`pulumi config set compute:url ${url.replace(/\/+$/, "")}/${String(apiVersion)}`]
      : []),
    `${token === undefined ? "" : "pulumi config get linode:token | "}pulumi config set --secret compute:token`,
    ...[...secrets].map((name) => `pulumi config set --secret ${name}   # unless it is set; recorded, not sent`),
    'pulumi preview   # shows updates that say "moved from linode:…; nothing is sent", and nothing else',
    "pulumi up",
    "pulumi config rm compute:moveFrom",
    ...(isPackageNeeded ? [] : ["npm uninstall @pulumi/linode"]),
  ].map((line) => `  ${line}`);
}
