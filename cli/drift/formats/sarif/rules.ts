import type { FindingState } from "../../report";

/** States whose findings are results. Unchecked findings are notifications, because they are about the scan. */
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
    short: "A resource was changed out of band.",
    help: "The resource has changed since the last `pulumi up` or `pulumi refresh`. Run `pulumi up --refresh` to restore the expected values, or change the program and run `pulumi refresh` to accept the actual values.",
  },
  deleted: {
    name: "Deleted",
    level: "error",
    short: "A resource no longer exists.",
    help: "The resource was deleted out of band. Run `pulumi refresh` and `pulumi up` to recreate it, or remove it from the program and run `pulumi refresh`.",
  },
  unhealthy: {
    name: "Unhealthy",
    level: "warning",
    short: "A resource exists, but is unhealthy.",
    help: "The API reports that the resource exists but does not work. The message describes what to do.",
  },
  unmanaged: {
    name: "Unmanaged",
    level: "note",
    short: "A cloud resource is in none of the compared stacks.",
    help: "The resource was created outside Pulumi, belongs to another stack, or was removed from its stack's state. Adopt it with `npx pulumi-compute adopt`, delete it, or add it to the ignore file with a reason.",
  },
  unchecked: {
    name: "Unchecked",
    level: "error",
    short: "A resource could not be compared.",
    help: "The scan could not read the resource, so it is unknown whether it has drifted. The message shows the reason.",
  },
};

/** The descriptor of a rule or notification. */
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
