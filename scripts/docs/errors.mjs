// What is refused, on the page of a kind.
import { onlyByService, refusedOf, warningsOf } from "./refusals.mjs";

/** @param linkTo makes a link to the page of another kind; beside it by default */
export function errorsSection(definition, { sources, fromService, linkTo = (kind) => `[${kind}](${kind}.md)` }) {
  const bullets = (lines) => lines.map((line) => `- ${line}`);
  const part = (title, lines) => (lines.length > 0 ? [`### ${title}`, bullets(lines)] : []);
  return [
    "## Errors",
    "Preview rejects wrong types, values out of range and missing inputs, all at once. [Validation](../validation.md) covers what applies to every resource.",
    ...part("Also rejected at preview", refusedOf(definition, { sources, linkTo })),
    ...part("Warnings at preview", warningsOf(definition, { sources, linkTo })),
    ...part(
      "Rejected only by the API",
      onlyByService(definition, fromService).map(({ refused }) => refused),
    ),
  ];
}
