// What is refused, on the page of a kind.
import { onlyByService, refusedOf, warningsOf } from "./refusals.mjs";

/** @param linkTo makes a link to the page of another kind; beside it by default */
export function errorsSection(definition, { sources, fromService, linkTo = (kind) => `[${kind}](${kind}.md)` }) {
  const bullets = (lines) => lines.map((line) => `- ${line}`);
  const part = (title, lines) => (lines.length > 0 ? [`### ${title}`, bullets(lines)] : []);
  return [
    "## Errors",
    "Wrong types, values out of range and missing arguments are errors in the preview, all at once. [What is refused](../validation.md) says what holds for every resource.",
    ...part("Also refused in the preview", refusedOf(definition, { sources, linkTo })),
    ...part("Warnings in the preview", warningsOf(definition, { sources, linkTo })),
    ...part(
      "Refused only by the service",
      onlyByService(definition, fromService).map(({ refused }) => refused),
    ),
  ];
}
