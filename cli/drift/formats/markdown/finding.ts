import type { Finding, Fix, PropertyDrift } from "../../report";
import type { Cause } from "../causes";
import { shortValues } from "../values";
import { eventText } from "../../../../provider/lifecycle/drift";
import { fixWords, liveLabel, nameOf, ownerOf, shownTags } from "../words";
import { block, code } from "./escape";

const LONGEST_VALUE = 120;
const LONGEST_TEXT = 200;
const MAX_PROPERTIES = 30;

export function findingBlock(finding: Finding, fix: Fix | undefined): string {
  const { kind, id, properties, resource } = finding;
  const name = nameOf(finding);
  const label = liveLabel(finding);
  const facts = [
    ...(name === id ? [] : [`id ${text(id)}`]),
    ...(label === undefined ? [] : [`label ${text(label)}`]),
    ...(finding.within === undefined ? [] : [`in ${text(finding.within)}`]),
    `${resource === undefined ? "in" : "of"} ${text(ownerOf(finding))}`,
  ];
  const parts = [
    `**${text(kind)} ${text(name)}**, ${facts.join(", ")}`,
    notesOf(finding),
    propertyTable(properties),
    ...(fix === undefined ? [] : [fixBlock(finding, fix)]),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Unchecked findings with the same cause. */
export function causeBlock({ named, more, reason }: Cause): string {
  const notes = [...(more === "" ? [] : [more]), ...(reason === undefined ? [] : [text(reason)])];
  const blocks = [
    ...named.map((finding) => findingBlock(finding, undefined)),
    notes.map((note) => `- ${note}`).join("\n"),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function notesOf(finding: Finding): string {
  const { reason, lastEvent, resource, byChoice } = finding;
  const tags = shownTags(finding);
  const notes = [
    ...(reason === undefined ? [] : [text(reason)]),
    ...(byChoice === true ? ["does not fail the run"] : []),
    ...(tags.length === 0 ? [] : [`tags: ${text(tags.join(", "))}`]),
    ...(lastEvent === undefined ? [] : [text(eventText(lastEvent))]),
    ...(resource?.source === undefined
      ? []
      : [`declared in ${text(`${resource.source.file}:${resource.source.line}`)}`]),
  ];
  return notes.map((note) => `- ${note}`).join("\n");
}

function propertyTable(properties: readonly PropertyDrift[]): string {
  if (properties.length === 0) return "";
  const rows = properties.slice(0, MAX_PROPERTIES).map((property) => {
    const { expected, actual } = shortValues(property, LONGEST_VALUE);
    return `| ${[property.path, expected, actual].map(text).join(" | ")} |`;
  });
  const rest = properties.length - rows.length;
  const more = rest > 0 ? [`| and ${rest} more | | |`] : [];
  return ["| Property | Expected | Actual |", "| --- | --- | --- |", ...rows, ...more].join("\n");
}

function fixBlock(finding: Finding, { restore, accept }: Fix): string {
  const words = fixWords(finding);
  const parts = [
    ...(restore.length === 0 ? [] : [`${words.restore.effect}:\n\n${block(restore)}`]),
    ...(accept.length === 0 ? [] : [`${words.accept.effect}:\n\n${block(accept)}`]),
  ];
  if (parts.length === 0) return "";
  return `<details><summary>Commands</summary>\n\n${parts.join("\n\n")}\n\n</details>`;
}

function text(value: string): string {
  return code(value, LONGEST_TEXT);
}
