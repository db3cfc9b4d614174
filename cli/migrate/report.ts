import { nameIn } from "../../provider/shared/exported-state";
import { withVersion } from "./bridged";
import type { BridgedStack } from "./stack";

/** What a migration has done, and what it leaves to the user. */
export interface Outcome {
  readonly stack: BridgedStack;
  /** A heading and lines for what it has done. */
  readonly done: readonly [string, readonly string[]];
  readonly byHand: readonly string[];
  /** Uses of what this package does not have, besides the resources. */
  readonly stays: readonly string[];
  /** Config keys of the secrets that the program requires in addition, each with a comment. */
  readonly secrets: readonly string[];
  /** Commands before and after the others. */
  readonly before: readonly string[];
  readonly after?: readonly string[];
}

/** What was or would be done, what remains to be done, and the next steps. */
export function report(outcome: Outcome): string {
  const { stack, done, byHand, stays } = outcome;
  const staying = [...stays, ...stack.stays.map((one) => `${one.type} ${nameIn(one.urn)}`)];
  const sections: [string, readonly string[]][] = [
    [...done],
    ["To do by hand", byHand],
    ["Stays with the bridged provider", staying],
    [`Next steps, which move ${stack.moves.length} resources`, nextSteps(outcome)],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title} (${lines.length}):\n${lines.map((line) => `  ${line}\n`).join("")}`)
    .join("\n");
}

function nextSteps({ secrets, before, after = [], stack: { settings } }: Outcome): string[] {
  const { url, apiVersion = "v4", token } = settings;
  return [
    "pulumi stack export --file before.json   # the way back: pulumi stack import --file before.json",
    ...before,
    "pulumi config set compute:moveFrom linode",
    "pulumi config set compute:brand linode",
    ...(typeof url === "string" ? [`pulumi config set compute:url ${withVersion(url, String(apiVersion))}`] : []),
    `${token === undefined ? "" : "pulumi config get linode:token | "}pulumi config set --secret compute:token`,
    ...secrets.map((secret) => `pulumi config set --secret ${secret}`),
    'pulumi preview   # shows updates that say "moved from linode:…; nothing is sent", and nothing else',
    "pulumi up",
    "pulumi config rm compute:moveFrom",
    ...after,
  ];
}
