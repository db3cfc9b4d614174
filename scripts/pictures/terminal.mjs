import xterm from "@xterm/headless";

import { runCommand } from "../run-command.mjs";

const COLUMNS = 100;
const ROWS = 60;

/**
 * Runs a command in a terminal of its own, and gives the lines that are on its screen in the end: `{ text, runs }`, a run being
 * `{ column, text, color, isBold, isUnderlined }` with the number of one of the 256 colours.
 */
export async function recordTerminal(command, { cwd, env }) {
  const sized = `stty cols ${COLUMNS} rows ${ROWS} && exec ${command.join(" ")}`;
  const { code, stdout, stderr } = await runCommand("script", ["-qec", sized, "/dev/null"], {
    cwd,
    env: { ...env, TERM: "xterm-256color" },
  });
  if (code !== 0) throw new Error(`\`${command.join(" ")}\` ended with exit code ${code}: ${stdout}${stderr}`);
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  await new Promise((resolve) => terminal.write(stdout, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, row) => lineOf(active.getLine(row)));
  return lines.slice(0, lines.findLastIndex(({ text }) => text !== "") + 1);
}

/** A run ends where the style changes, and before a gap of two spaces: what follows is another column of a table. */
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
