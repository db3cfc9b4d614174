// How every page begins: a sentence, an example, and then the rest of the docstring.
import { firstSentence } from "./markdown.mjs";

/** @param prose paragraphs, each one line */
export function opening([first = "", ...others], example) {
  const sentence = firstSentence(first);
  const rest = [first.slice(sentence.length).trim(), ...others].filter((paragraph) => paragraph !== "");
  return [
    sentence,
    "## Example Usage",
    ["```ts", example.trim(), "```"],
    ...(rest.length > 0 ? ["## Notes", ...rest] : []),
  ];
}
