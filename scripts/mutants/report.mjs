import { SHARES } from "./sample.mjs";

/** The figures of a run: what is caught in each folder, what each lane reaches, and what nothing catches. */
export function summary(results) {
  const rooms = Object.keys(SHARES).map((room) => {
    const own = results.filter(({ file }) => file.startsWith(`${room}/`));
    return row(room, own.filter(isCaught).length, own.length);
  });
  const lanes = new Map();
  for (const { reachedBy } of results) for (const lane of reachedBy) lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
  const reached = [...lanes].sort((a, b) => b[1] - a[1]).map(([lane, count]) => row(lane, count, results.length));
  const survivors = results.filter((mutant) => !isCaught(mutant)).map(described);
  return [
    "Caught:",
    ...rooms,
    row("together", results.filter(isCaught).length, results.length),
    "Reached by the tests of each lane:",
    ...reached,
    `Caught by no test: ${survivors.length}`,
    ...survivors,
    "",
  ].join("\n");
}

/** What an earlier run caught and this one does not. A mutant of code that has changed since is in one of them only. */
export function comparison(before, after) {
  const now = new Map(after.map((mutant) => [mutant.key, mutant]));
  const lost = before.filter((mutant) => isCaught(mutant) && now.has(mutant.key) && !isCaught(now.get(mutant.key)));
  const then = new Map(before.map((mutant) => [mutant.key, mutant]));
  const won = after.filter((mutant) => isCaught(mutant) && then.has(mutant.key) && !isCaught(then.get(mutant.key)));
  const text = [
    `Caught before and not any more: ${lost.length}`,
    ...lost.map((mutant) => `${described(mutant)}, caught by ${mutant.caughtBy}`),
    `Caught now and not before: ${won.length}`,
    "",
  ].join("\n");
  return { text, isWorse: lost.length > 0 };
}

const isCaught = ({ caughtBy }) => caughtBy !== undefined && caughtBy !== null;

function row(name, count, total) {
  const share = total === 0 ? "" : ` (${((100 * count) / total).toFixed(1)} %)`;
  return `  ${name.padEnd(20)} ${String(count).padStart(4)} of ${total}${share}`;
}

function described({ key, file, line, column, mutator, original, replacement }) {
  const short = (text) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return `  ${key} ${file}:${line}:${column} ${mutator}: ${short(original)} -> ${short(replacement)}`;
}
