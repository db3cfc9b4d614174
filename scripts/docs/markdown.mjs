/** A table; what stands in a cell may be several lines and hold bars. */
export function table(head, rows) {
  return [row(head), row(head.map(() => "---")), ...rows.map(row)];
}

function row(cells) {
  return `| ${cells.map((cell) => String(cell).replaceAll("\n", " ").replaceAll("|", "\\|")).join(" | ")} |`;
}

export function code(text) {
  return `\`${text}\``;
}

export function value(json) {
  return code(JSON.stringify(json));
}

/** Blocks with an empty line between them; a block is a line or several, and what is not there is left out. */
export function page(...blocks) {
  const present = blocks
    .map((block) => [block].flat().filter((line) => line !== undefined))
    .filter((b) => b.length > 0)
    .map((lines) => (lines[0].startsWith("```") ? lines : lines.flatMap(wrapped)));
  return `${present.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** "a, b and c". */
export function list(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

export function capital(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The first sentence of a paragraph. */
export function firstSentence(paragraph) {
  return /^.*?[a-z)`]\.(?= |$)/.exec(paragraph)?.[0] ?? paragraph;
}

const LONGEST_LINE = 120;

/** Prose in lines that are not too long; no line begins with what would make it something else. */
function wrapped(line) {
  if (/^(?:\||#|<!--)/.test(line)) return [line];
  const indent = " ".repeat(/^(?:-|\d+\.) /.exec(line)?.[0].length ?? 0);
  const lines = [""];
  for (const word of line.split(/ (?![-+#*|>]|\d+[.)])/)) {
    const longer = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
    if (longer.length <= LONGEST_LINE || lines.at(-1) === "") lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines;
}

/**
 * How every page begins: a sentence, examples, and then the rest of the docstring.
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
