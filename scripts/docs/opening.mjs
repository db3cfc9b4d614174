// How every page begins: a sentence, examples, and then the rest of the docstring.
import { firstSentence } from "./markdown.mjs";

/**
 * @param prose paragraphs, each one line
 * @param examples the page's programs: the first has no title
 */
export function opening([first = "", ...others], examples) {
  const sentence = firstSentence(first);
  const rest = [first.slice(sentence.length).trim(), ...others].filter((paragraph) => paragraph !== "");
  return [
    sentence,
    "## Example Usage",
    ...examples.flatMap(({ title, program }) => [...(title ? [`### ${title}`] : []), ["```ts", program, "```"]]),
    ...(rest.length > 0 ? ["## Notes", ...rest] : []),
  ];
}
