/** A table. Cells may contain line breaks and `|`. */
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

/** Joins blocks with empty lines. A block is a line or an array of lines; undefined lines and empty blocks are omitted. */
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

export function firstSentence(paragraph) {
  return /^.*?[a-z)`]\.(?= |$)/.exec(paragraph)?.[0] ?? paragraph;
}

const LONGEST_LINE = 120;

/** Wraps prose. No line begins with characters that Markdown would take for a list, heading, quote or table. */
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
 * The beginning of every page: the first sentence of the docstring, the examples, then the rest of the docstring.
 * @param prose paragraphs, each one line
 * @param examples programs, of which the first has no title
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
