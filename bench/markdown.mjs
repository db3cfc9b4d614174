/** A Markdown table. The first `names` columns are text, the others figures, aligned right. */
export function table(header, rows, names = 1) {
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  const rule = header.map((_, index) => (index < names ? "---" : "---:"));
  return [line(header), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

function cell(value) {
  return String(value).replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** The median, with minimum and maximum if there are several runs: `3.2 (3.0–3.5)`. */
export function shown(figure, digits = 1) {
  if (figure === undefined) return "–";
  const text = (value) => value.toFixed(digits);
  return figure.runs === 1 ? text(figure.median) : `${text(figure.median)} (${text(figure.min)}–${text(figure.max)})`;
}

/** A number with commas: `12,345`. */
export function grouped(value) {
  return Math.round(value).toLocaleString("en-US");
}
