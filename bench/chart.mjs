const WIDTH = 760;
const LABEL = 150;
const VALUE = 130;
const BAR = 14;
const GAP = 10;
const HEAD = 58;

/** Mid-tones, visible on light and dark backgrounds. */
const COLORS = ["#2f81f7", "#d29922", "#8957e5", "#3fb950", "#db6d28", "#e06c9f", "#6e7781"];

/** The text is a mid-tone too: a page's theme may differ from the browser's color scheme. */
const STYLE =
  "text{font:12px system-ui,sans-serif;fill:#768390}.title{font-weight:600;font-size:14px}.line{stroke:#768390}";

/**
 * A grouped bar chart with one color per name. `text` is a bar's label; `least` and `most` add a range to it.
 *
 * @param groups `{ label, bars: [{ name, value, least, most, text }] }`
 */
export function barChart({ title, names, groups }) {
  const scale = scaleOf(groups.flatMap(({ bars }) => bars.map(({ value, most = value }) => most)));
  let y = HEAD;
  const parts = groups.flatMap(({ label, bars }) => {
    const top = y;
    const drawn = bars.map((bar) => {
      const at = y;
      y += BAR;
      return drawBar(bar, at, { scale, color: COLORS[names.indexOf(bar.name) % COLORS.length] });
    });
    y += GAP;
    return [text(LABEL - 8, (top + y - GAP) / 2 + 4, label, "end"), ...drawn];
  });
  return svg({ title, names, height: y, parts });
}

/**
 * A stacked bar chart with one color per part.
 *
 * @param rows `{ label, values: { part: value }, text }`
 */
export function stackedChart({ title, names, rows }) {
  const totals = rows.map(({ values }) => Object.values(values).reduce((sum, value) => sum + value, 0));
  const scale = scaleOf(totals);
  let y = HEAD;
  const parts = rows.flatMap(({ label, values, text: beside }, index) => {
    let x = LABEL;
    const drawn = names.map((name, color) => {
      const width = (values[name] ?? 0) * scale;
      const from = x;
      x += width;
      return rectangle({ x: from, y, width, color: COLORS[color % COLORS.length] });
    });
    const row = [text(LABEL - 8, y + BAR - 3, label, "end"), ...drawn];
    row.push(text(LABEL + totals[index] * scale + 6, y + BAR - 3, beside));
    y += BAR + GAP;
    return row;
  });
  return svg({ title, names, height: y, parts });
}

function drawBar({ value, least, most, text: beside }, y, { scale, color }) {
  const bar = rectangle({ x: LABEL, y, width: value * scale, color });
  const label = text(LABEL + (most ?? value) * scale + 6, y + BAR - 3, beside);
  if (least === undefined || least === most) return bar + label;
  const middle = y + BAR / 2;
  const [from, to] = [least, most].map((one) => round(LABEL + one * scale));
  return `${bar}<path class="line" d="M${from} ${middle}H${to}M${from} ${middle - 3}v6M${to} ${middle - 3}v6"/>${label}`;
}

function svg({ title, names, height, parts }) {
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  const heading = `<text class="title" x="0" y="16">${escaped(title)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    heading,
    ...legend(names),
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function legend(names) {
  let x = 0;
  return names.map((name, index) => {
    const at = x;
    x += 28 + 7 * name.length;
    return rectangle({ x: at, y: 28, width: 12, color: COLORS[index % COLORS.length] }) + text(at + 17, 39, name);
  });
}

function rectangle({ x, y, width, color }) {
  return `<rect x="${round(x)}" y="${y}" width="${round(width)}" height="${BAR - 2}" fill="${color}"/>`;
}

function text(x, y, content, anchor = "start") {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function scaleOf(values) {
  return (WIDTH - LABEL - VALUE) / Math.max(...values, Number.EPSILON);
}

function escaped(content) {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function round(value) {
  return Math.round(value * 10) / 10;
}
