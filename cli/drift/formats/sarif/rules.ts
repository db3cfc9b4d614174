import type { FindingState } from "../../report";

/** States whose findings are results. What was not compared is a notification: it says nothing about the program. */
export const RESULT_STATES = ["modified", "deleted", "unhealthy", "unmanaged"] as const;

export type ResultState = (typeof RESULT_STATES)[number];

interface Description {
  readonly name: string;
  readonly level: "error" | "warning" | "note";
  readonly short: string;
  readonly help: string;
}

const DESCRIPTIONS: Readonly<Record<FindingState, Description>> = {
  modified: {
    name: "Modified",
    level: "error",
    short: "A resource was changed in the service.",
    help: "Somebody has changed the resource since the last `pulumi up`. Run `pulumi up --refresh` to restore what the program says, or change the program and run `pulumi refresh` to accept what the service shows.",
  },
  deleted: {
    name: "Deleted",
    level: "error",
    short: "A resource is gone from the service.",
    help: "Somebody has deleted the resource. Run `pulumi refresh` and `pulumi up` to create it again, or take it out of the program as well.",
  },
  unhealthy: {
    name: "Unhealthy",
    level: "warning",
    short: "A resource exists, but is unhealthy.",
    help: "The service shows the resource in a state in which it does not do its work. The message says what to do.",
  },
  unmanaged: {
    name: "Unmanaged",
    level: "note",
    short: "An object in the account is in none of the stacks that were compared.",
    help: "The object was created without Pulumi, is in another stack, or a stack has forgotten it. Take it into a program with `npx pulumi-compute adopt`, delete it in the service, or add it to the ignore file with a reason.",
  },
  unchecked: {
    name: "Unchecked",
    level: "error",
    short: "A resource could not be compared.",
    help: "The scan could not read the resource, or was told to leave it out. Whether it has drifted is not known.",
  },
};

/** A rule, or the description of a notification. */
export function descriptorOf(state: FindingState) {
  const { name, level, short, help } = DESCRIPTIONS[state];
  return {
    id: ruleId(state),
    name: `Drift${name}`,
    shortDescription: { text: short },
    fullDescription: { text: `${short} ${plain(help)}` },
    help: { text: plain(help), markdown: help },
    defaultConfiguration: { level },
  };
}

export function ruleId(state: FindingState): string {
  return `drift/${state}`;
}

export function levelOf(state: FindingState): Description["level"] {
  return DESCRIPTIONS[state].level;
}

function plain(markdown: string): string {
  return markdown.replaceAll("`", "");
}
