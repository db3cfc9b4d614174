import { OPERATION_NAMES } from "./operations.mjs";
import { amount, grouped, shown, table } from "./markdown.mjs";
import { byClass, CLASSES } from "./requests.mjs";
import { PARTS } from "./state-bytes.mjs";
import { ratio, spread } from "./statistics.mjs";

const OURS = "ours";

/** The roles whose figures are shown separately. */
const ROLES = ["program", "provider", "engine"];

const seconds = (operation) => operation.seconds;

/** Wall time; below each count, the ratio of ours to each other contender. */
export function secondsTable(figures, condition, kind) {
  const rows = figures.counts(condition, kind).flatMap((count) => {
    const names = measuredNames(figures, condition, { kind, count });
    const others = names.includes(OURS) ? names.filter((name) => name !== OURS) : [];
    const of = (contender, operation) => secondsOf(figures, condition, { kind, count, contender }, operation);
    return [
      ...names.map((name) => {
        const failed = (one) =>
          figures.lives(condition, { kind, count, contender: name }).some((life) => fellAt(life, one));
        const cells = OPERATION_NAMES.map((one) => (failed(one) ? "failed" : shown(of(name, one))));
        return [grouped(count), name, ...cells];
      }),
      ...others.map((name) => {
        const ratios = OPERATION_NAMES.map((one) => ratio(of(OURS, one), of(name, one))?.toFixed(2) ?? "–");
        return ["", `_ours / ${name}_`, ...ratios.map((text) => `_${text}_`)];
      }),
    ];
  });
  return table(["N", "contender", ...OPERATION_NAMES], rows, 2);
}

function fellAt({ failed }, operation) {
  return failed !== undefined && failed.operation === operation;
}

/** For each other contender: in how many medians ours takes longer, and the worst and best ratio. */
export function verdicts(figures) {
  const others = figures.contenders.map(({ name }) => name).filter((name) => name !== OURS);
  const rows = others.flatMap((name) => {
    const ratios = cellsOf(figures, name).flatMap((cell) =>
      OPERATION_NAMES.map((operation) => {
        const of = (contender) => secondsOf(figures, cell.condition, { ...cell, contender }, operation);
        return { ratio: ratio(of(OURS), of(name)), at: `${operation}, ${amount(cell.count, cell.kind)}` };
      }),
    );
    const known = ratios.filter((one) => one.ratio !== undefined).sort((a, b) => b.ratio - a.ratio);
    if (known.length === 0) return [];
    const slower = known.filter((one) => one.ratio > 1).length;
    const extreme = (one) => `${one.ratio.toFixed(2)} (${one.at})`;
    return [[`ours / ${name}`, `${slower} of ${known.length}`, extreme(known[0]), extreme(known.at(-1))]];
  });
  return table(["", "ours takes longer", "the worst ratio", "the best ratio"], rows);
}

/** Requests by class, including those with the response 429. */
export function requestsTable(figures, condition, kind) {
  const rows = rowsOf(figures, condition, kind).filter(({ contender }) => figures.asksService(contender));
  const cell = (lives, operation) => {
    const of = (figureOf) => figures.ofOperation(lives, operation, figureOf)?.median;
    const all = of(({ byRoute }) => byClass(byRoute).all);
    if (all === undefined) return "–";
    const classes = CLASSES.map((name) => [of(({ byRoute }) => byClass(byRoute)[name]), name]);
    const named = classes.filter(([count]) => count > 0).map(([count, name]) => `${grouped(count)} ${name}`);
    const refused = of((one) => one.refused);
    const limited = refused > 0 ? [`**${grouped(refused)} with 429**`] : [];
    return named.length > 0 ? `${grouped(all)}: ${[...named, ...limited].join(", ")}` : grouped(all);
  };
  return operationsTable(rows, cell);
}

/** Requests by route, for the largest count. */
export function routesTable(figures, condition, kind) {
  const largest = figures.counts(condition, kind).at(-1);
  const rows = rowsOf(figures, condition, kind).filter(({ count }) => count === largest);
  const body = rows.flatMap(({ contender, lives }) => {
    const measured = lives.flatMap(({ operations }) => Object.values(operations));
    const routes = [...new Set(measured.flatMap(({ byRoute }) => Object.keys(byRoute)))].sort();
    return routes.map((route) => {
      const counts = OPERATION_NAMES.map((operation) =>
        figures.ofOperation(lives, operation, ({ byRoute }) => byRoute[route] ?? 0),
      );
      const texts = counts.map((count) => (count === undefined ? "–" : grouped(count.median)));
      return [contender, `\`${route}\``, ...texts];
    });
  });
  return table(["contender", "route", ...OPERATION_NAMES], body, 2);
}

/** CPU seconds of all processes, and of each role in parentheses. */
export function processorTable(figures, condition, kind) {
  return operationsTable(rowsOf(figures, condition, kind), (lives, operation) => {
    const of = (figureOf) => figures.ofOperation(lives, operation, figureOf)?.median.toFixed(1) ?? "–";
    const roles = ROLES.map((role) => of(({ processes }) => processes[role]?.cpuSec));
    return `${of(({ cpuSec }) => cpuSec)} (${roles.join(", ")})`;
  });
}

/** Peak resident memory in MB. */
export function memoryTable(figures, condition, kind) {
  return operationsTable(rowsOf(figures, condition, kind), (lives, operation) => {
    const of = (figureOf) => figures.ofOperation(lives, operation, figureOf)?.median.toFixed(0) ?? "–";
    return ROLES.map((role) => of(({ processes }) => processes[role]?.peakMb)).join(", ");
  });
}

/** What the plugin's process costs, and the bytes of state for each resource. */
export function pluginTable(figures, condition, kind) {
  const rows = rowsOf(figures, condition, kind).map(({ count, contender, lives }) => {
    const operations = lives.flatMap((life) => Object.values(life.operations));
    const peak = spread(operations.map(({ processes }) => processes.provider?.peakMb))?.max;
    const start = shown(spread(lives.map((life) => life.pluginStartSec)), 2);
    const states = lives.flatMap(({ state }) => state ?? []);
    const exported = spread(states.map(({ perResource }) => perResource));
    const stored = spread(states.map((state) => state.stored && state.stored / state.resources));
    return [grouped(count), contender, start, peak ?? "–", shown(exported, 0), shown(stored, 0)];
  });
  return table(["N", "contender", "start", "peak memory", "state", "state file"], rows, 2);
}

/** Bytes of state per resource, for the largest count of each kind. */
export function stateRows(figures, condition) {
  return figures.kinds(condition).flatMap((kind) => {
    const largest = figures.counts(condition, kind).at(-1);
    const rows = rowsOf(figures, condition, kind).filter(({ count }) => count === largest);
    return rows.flatMap(({ contender, lives }) => {
      const states = lives.map(({ state }) => state).filter((state) => state !== undefined);
      const of = (figureOf) => spread(states.map(figureOf))?.median;
      if (states.length === 0) return [];
      const values = Object.fromEntries(PARTS.map((part) => [part, of(({ parts }) => parts[part])]));
      return [{ kind, count: largest, contender, values, total: of(({ perResource }) => perResource) }];
    });
  });
}

export function stateTable(figures, condition) {
  const rows = stateRows(figures, condition).map(({ kind, count, contender, values, total }) => {
    return [kind, grouped(count), contender, grouped(total), ...PARTS.map((part) => grouped(values[part]))];
  });
  return table(["kind", "N", "contender", "all", ...PARTS], rows, 3);
}

/** The delay between the end of a boot and the engine's notice of it; undefined if no boot was measured. */
export function noticedTable(figures, condition, kind) {
  const rows = rowsOf(figures, condition, kind).flatMap(({ count, contender, lives }) => {
    const noticed = lives.flatMap((life) => life.noticedSec ?? []);
    if (noticed.length === 0) return [];
    const seconds = ["median", "p95"].map((name) => spread(noticed.map((one) => one[name])).median.toFixed(1));
    return [[grouped(count), contender, ...seconds]];
  });
  return rows.length === 0 ? undefined : table(["N", "contender", "median", "95th percentile"], rows, 2);
}

/** The contenders with results in a cell. */
export function measuredNames(figures, condition, { kind, count }) {
  const names = figures.contenders.map(({ name }) => name);
  return names.filter((contender) => figures.lives(condition, { kind, count, contender }).length > 0);
}

export function secondsOf(figures, condition, place, operation) {
  return figures.ofOperation(figures.lives(condition, place), operation, seconds);
}

function rowsOf(figures, condition, kind) {
  return figures.counts(condition, kind).flatMap((count) =>
    measuredNames(figures, condition, { kind, count }).map((contender) => {
      return { count, contender, lives: figures.lives(condition, { kind, count, contender }) };
    }),
  );
}

function operationsTable(rows, cell) {
  const body = rows.map(({ count, contender, lives }) => {
    return [grouped(count), contender, ...OPERATION_NAMES.map((operation) => cell(lives, operation))];
  });
  return table(["N", "contender", ...OPERATION_NAMES], body, 2);
}

/** The cells in which a contender was measured. One that sends no requests counts only in the condition in which it ran. */
function cellsOf(figures, contender) {
  const all = figures.conditions.flatMap((condition) =>
    figures
      .kinds(condition)
      .flatMap((kind) => figures.counts(condition, kind).map((count) => ({ condition, kind, count }))),
  );
  return all.filter(({ condition, kind, count }) => {
    const lives = figures.lives(condition, { kind, count, contender });
    return lives.some(({ latencyMs, limits }) => latencyMs === condition.latencyMs && limits === condition.limits);
  });
}
