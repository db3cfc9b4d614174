import { textFormats } from "../report";
import type { Group, Report } from "../report/model";
import type { Diagnosis } from "./conclude";
import type { Outcome } from "./recover";

/** What `--format json` prints. */
type Recovery = ReturnType<typeof recoveryOf>;

const RESULTS: Readonly<Record<Diagnosis["result"], Omit<Group, "items">>> = {
  undecided: { title: "Undecided", meaning: "for you to decide", tone: "doubt" },
  created: { title: "Created", meaning: "to be recorded in the state", tone: "info" },
  "not-created": { title: "Not created", meaning: "nothing to record", tone: "off" },
  resumable: { title: "Resumable", meaning: "by the next command", tone: "info" },
  discarded: { title: "Discarded", meaning: "no result to keep", tone: "off" },
};

export const FORMATS = textFormats(asReport);

export function recoveryOf({ state, unread, diagnoses, isRepaired }: Outcome) {
  const operations = diagnoses.map(({ pending: { type, resource }, result, ids, explanation }) => {
    const { urn, name, kind } = resource;
    return { urn, name, kind, operation: type, result, ids, explanation };
  });
  const { stack, foreign: operationsOfOtherPackages } = state;
  return { version: 1, stack, isRepaired, operationsOfOtherPackages, unreadStacks: unread, operations };
}

function asReport(recovery: Recovery): Report {
  const { stack: owner, operations, operationsOfOtherPackages, unreadStacks, isRepaired } = recovery;
  const items = operations.map(({ result, operation, explanation, ...one }) => {
    const facts = [["interrupted while", operation] as const];
    return { result, subject: { ...one, owner, title: one.name }, facts, reason: explanation };
  });
  const all = Object.entries(RESULTS).map(([result, group]) => {
    return { ...group, items: items.filter((item) => item.result === result) };
  });
  const counts = `this package: ${operations.length}, of other packages: ${operationsOfOtherPackages}`;
  return {
    command: "recover",
    outcome: {
      headline: `Stack ${owner}: interrupted operations of ${counts}.${conclusion(recovery)}`,
      tone: isRepaired || operations.length === 0 ? "ok" : "warn",
      isLast: true,
    },
    parts: [
      { is: "groups", groups: all.filter((group) => group.items.length > 0) },
      {
        is: "warnings",
        warnings: unreadStacks.map((one) => `A stack could not be read, so what it manages is unknown: ${one}`),
      },
    ],
  };
}

function conclusion({ operations, operationsOfOtherPackages, isRepaired }: Recovery): string {
  if (operations.length === 0) return "";
  if (isRepaired) return " The state is repaired. Run `pulumi up`.";
  // Pulumi removes all pending operations when it imports a state.
  if (operationsOfOtherPackages > 0)
    return " The state cannot be repaired here, because operations of other packages were interrupted, too.";
  return operations.every(({ result }) => result !== "undecided")
    ? " To repair the state, run the same command with --apply."
    : " The state can be repaired only once every operation is decided. It was not changed.";
}
