import xterm from "@xterm/headless";

import { runCommand } from "../../shared/run-command.mjs";

const COLUMNS = 100;
const ROWS = 60;

/**
 * Runs a command in a pseudo-terminal. Returns the lines on its screen at the end: `{ text, runs }`. A run is
 * `{ column, text, color, isBold, isUnderlined }`, in which `color` is one of the 256 terminal colors.
 */
export async function recordTerminal(command, { cwd, env }) {
  const sized = `stty cols ${COLUMNS} rows ${ROWS} && exec ${command.join(" ")}`;
  const { code, stdout, stderr } = await runCommand("script", ["-qec", sized, "/dev/null"], {
    cwd,
    env: { ...env, TERM: "xterm-256color" },
  });
  if (code !== 0) throw new Error(`\`${command.join(" ")}\` exited with code ${code}: ${stdout}${stderr}`);
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  await new Promise((resolve) => terminal.write(stdout, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, row) => lineOf(active.getLine(row)));
  return lines.slice(0, lines.findLastIndex(({ text }) => text !== "") + 1);
}

/** A run ends where the style changes, and at two spaces, which separate the columns of a table. */
function lineOf(line) {
  const runs = [];
  let isGap = true;
  for (let column = 0; column < line.length; column++) {
    const cell = line.getCell(column);
    const text = cell.getChars() || " ";
    const last = runs.at(-1);
    if (text === " ") {
      if (last) last.text += text;
      isGap ||= !last || last.text.endsWith("  ");
      continue;
    }
    const style = styleOf(cell);
    if (!isGap && STYLES.every((key) => last[key] === style[key])) last.text += text;
    else runs.push({ column, text, ...style });
    isGap = false;
  }
  return { text: line.translateToString(true), runs: runs.map((run) => ({ ...run, text: run.text.trimEnd() })) };
}

const STYLES = ["color", "isBold", "isUnderlined"];

function styleOf(cell) {
  return {
    color: cell.isFgDefault() ? undefined : cell.getFgColor(),
    isBold: cell.isBold() !== 0,
    isUnderlined: cell.isUnderline() !== 0,
  };
}

const CELL = { width: 8.4, height: 19 };
const MARGIN = 18;
const BAR = 30;
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const PLAIN = "#d5dae3";
/** The colors that Pulumi's display uses. */
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

/** Renders the lines as an SVG in which each run keeps its columns, whatever the font. */
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
