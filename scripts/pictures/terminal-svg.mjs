const CELL = { width: 8.4, height: 19 };
const MARGIN = 18;
const BAR = 30;
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const PLAIN = "#d5dae3";
/** The colours that Pulumi's display uses. */
const COLORS = {
  1: "#f07178",
  2: "#8fd18a",
  3: "#e6c07b",
  5: "#d3a4f9",
  8: "#8b93a5",
  9: "#f07178",
  11: "#e6c07b",
  12: "#82b1ff",
  13: "#d3a4f9",
};

/** The lines of a terminal as an SVG: every run of text stands in its own columns, whatever the font. */
export function terminalSvg(lines) {
  const columns = Math.max(...lines.map(({ text }) => text.length));
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = BAR + lines.length * CELL.height + MARGIN;
  const texts = lines.flatMap(({ runs }, row) => runs.map((run) => textOf(run, BAR + (row + 1) * CELL.height - 5)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="${width}" height="${height}" rx="8" fill="#1d2129"/>
${[0, 1, 2].map((index) => `<circle cx="${MARGIN + 4 + index * 18}" cy="17" r="5" fill="#3a4150"/>`).join("")}
<g font-family="${FONT}" font-size="14" fill="${PLAIN}">
${texts.join("\n")}
</g>
</svg>
`;
}

function textOf({ column, text, color, isBold, isUnderlined }, y) {
  const attributes = [
    `x="${(MARGIN + column * CELL.width).toFixed(1)}" y="${y}" textLength="${(text.length * CELL.width).toFixed(1)}"`,
    color === undefined ? "" : ` fill="${COLORS[color] ?? PLAIN}"`,
    isBold ? ` font-weight="bold"` : "",
    isUnderlined ? ` text-decoration="underline"` : "",
  ];
  return `<text ${attributes.join("")}>${escaped(text)}</text>`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
