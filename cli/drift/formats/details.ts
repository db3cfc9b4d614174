import type { Finding, Suppression } from "../report";
import { shortened, shortValues } from "./values";
import { eventText } from "../../../provider/lifecycle/drift";
import { meaningOf, nameOf, oneLine } from "./words";

const LONGEST_VALUE = 500;
const LONGEST_LINE = 1_500;

/** The details of a finding as plain text, one per line. */
export function detailLines(finding: Finding): string[] {
  const { kind, id, state, properties, reason, lastEvent, resource } = finding;
  const lines = [
    `${kind} ${nameOf(finding)}, id ${id}: ${meaningOf(state)}`,
    ...(finding.within === undefined ? [] : [`in ${finding.within}`]),
    ...(reason === undefined ? [] : [reason]),
    ...properties.map((property) => {
      const { expected, actual } = shortValues(property, LONGEST_VALUE);
      return `${property.path}: ${property.isSecret ? "(secret)" : `${expected} -> ${actual}`}`;
    }),
    ...(lastEvent === undefined ? [] : [eventText(lastEvent)]),
    ...(resource?.source === undefined ? [] : [`declared in ${resource.source.file}:${resource.source.line}`]),
  ];
  return lines.map((line) => shortened(oneLine(line), LONGEST_LINE));
}

/** Why a finding is suppressed: `suppressed: resized by hand (until 2027-01-31)`. */
export function suppressionText({ reason, until }: Suppression): string {
  const end = until === undefined ? "" : ` (until ${until})`;
  return `suppressed: ${shortened(oneLine(reason), LONGEST_LINE)}${shortened(oneLine(end), LONGEST_LINE)}`;
}
